package org.partita.broker;

import java.time.InstantSource;

import javax.naming.InitialContext;
import javax.naming.NamingException;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;

import org.eclipse.microprofile.config.ConfigProvider;
import org.partita.storage.SegmentStoreFactory;
import org.partita.storage.StorageException;

/** Starts and stops the broker of this server. Faces ask for its state once a request at most, never once a record. */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class BrokerHost {
    static final String STORE = "java:app/partita/store";

    @Resource
    private ManagedThreadFactory threadFactory;

    private BrokerLifecycle lifecycle;

    /** Only submits the start: deployment never waits for a recovery. */
    @PostConstruct
    void submitStart() {
        SettingsReader settings = new SettingsReader(
            name -> ConfigProvider.getConfig().getOptionalValue(name, String.class));
        lifecycle = new BrokerLifecycle(settings::read, BrokerHost::store, threadFactory, InstantSource.system());
        threadFactory.newThread(lifecycle::start).start();
    }

    @PreDestroy
    void stop() {
        lifecycle.stop();
    }

    public BrokerState state() {
        return lifecycle.state();
    }

    /** Looked up at start, not injected: a missing adapter is then one line of cause and not a failed deployment. */
    private static SegmentStoreFactory store() {
        try {
            return InitialContext.doLookup(STORE);
        } catch (NamingException cause) {
            throw new StorageException("no connection factory " + STORE
                + "; is the resource adapter partita-store deployed on this server?", cause);
        }
    }
}
