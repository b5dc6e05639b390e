package org.partita.store;

import static java.util.Objects.requireNonNull;

import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ConfigProperty;
import jakarta.resource.spi.Connector;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.TransactionSupport.TransactionSupportLevel;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import javax.transaction.xa.XAResource;
import org.eclipse.microprofile.config.ConfigProvider;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.store.directory.DataDirectory;

/**
 * Owns the data directories: opened for the first connection, closed and unlocked when the adapter stops.
 *
 * <p>What is not set here comes from MicroProfile Config: {@code partita.data} and {@code partita.broker.id}.
 */
@Connector(displayName = "Partita segment store", vendorName = "Partita", eisType = "Message queue", version = "0.1",
    transactionSupport = TransactionSupportLevel.NoTransaction)
public final class StoreResourceAdapter implements ResourceAdapter {
    private static final XAResource[] NO_XA_RESOURCES = new XAResource[0];

    private final Function<String, Optional<String>> configuration;
    /** One caller opens or closes the directories, the others wait for the outcome; it guards nothing else. */
    private final Object directoryLock = new Object();

    @ConfigProperty(description = "data directories, by commas; empty: partita.data of MicroProfile Config, else data")
    private String dataDirectory;

    @ConfigProperty(description = "number of this broker; empty: partita.broker.id of MicroProfile Config, else 1")
    private Integer brokerId;

    private StoreSettings settings;
    private OpenDirectories directories;

    /** For the container. */
    public StoreResourceAdapter() {
        this(name -> ConfigProvider.getConfig().getOptionalValue(name, String.class));
    }

    StoreResourceAdapter(Function<String, Optional<String>> configuration) {
        this.configuration = requireNonNull(configuration, "configuration");
    }

    public String getDataDirectory() {
        return dataDirectory;
    }

    public void setDataDirectory(String dataDirectory) {
        this.dataDirectory = dataDirectory;
    }

    public Integer getBrokerId() {
        return brokerId;
    }

    public void setBrokerId(Integer brokerId) {
        this.brokerId = brokerId;
    }

    /** Only reads settings: what is wrong with the directory is told to who asks for a connection. */
    @Override
    public void start(BootstrapContext context) {
        synchronized (directoryLock) {
            settings = StoreSettings.of(Optional.ofNullable(dataDirectory), Optional.ofNullable(brokerId),
                configuration);
        }
    }

    @Override
    public void stop() {
        synchronized (directoryLock) {
            settings = null;
            if (directories == null) return;
            OpenDirectories closing = directories;
            directories = null;
            closing.close();
        }
    }

    /**
     * How many data directories are configured; they are not opened by this.
     *
     * @throws DirectoryUnavailableException if the setting cannot be understood
     * @throws IllegalStateException if this adapter is not started
     */
    int directories() {
        synchronized (directoryLock) {
            return started().paths().size();
        }
    }

    /**
     * Opens all directories unless they are open. A failure leaves nothing behind; the next call tries again.
     *
     * @throws DirectoryUnavailableException if one of them cannot be used
     * @throws IllegalStateException if this adapter is not started
     */
    DataDirectory directory(int index) {
        synchronized (directoryLock) {
            StoreSettings current = started();
            if (directories == null) directories = current.open();
            return directories.get(index);
        }
    }

    private StoreSettings started() {
        if (settings == null) throw new IllegalStateException("the segment store's resource adapter is stopped");
        return settings;
    }

    @Override
    public void endpointActivation(MessageEndpointFactory factory, ActivationSpec spec) throws ResourceException {
        throw new NotSupportedException("the segment store sends no messages");
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory factory, ActivationSpec spec) {
        throw new IllegalStateException("the segment store sends no messages, so nothing was activated");
    }

    @Override
    public XAResource[] getXAResources(ActivationSpec[] specs) {
        return NO_XA_RESOURCES;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoreResourceAdapter adapter && Objects.equals(dataDirectory, adapter.dataDirectory)
            && Objects.equals(brokerId, adapter.brokerId);
    }

    @Override
    public int hashCode() {
        return Objects.hash(dataDirectory, brokerId);
    }
}
