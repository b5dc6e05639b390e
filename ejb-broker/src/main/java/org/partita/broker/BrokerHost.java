package org.partita.broker;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;

/** Starts and stops the broker of this server. Faces ask for its state once a request at most, never once a record. */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class BrokerHost {
    private volatile BrokerState state = new BrokerState.Starting();

    public BrokerState state() {
        return state;
    }
}
