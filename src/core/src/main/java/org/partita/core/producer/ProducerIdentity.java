package org.partita.core.producer;

/** By which a producer says who it is; of two with one id, the one with the later epoch is right. */
public record ProducerIdentity(long id, short epoch) {
    /** As with Kafka, the highest epoch is given to no producer: it is left to fence the last one that has an epoch. */
    private static final short LAST_EPOCH = Short.MAX_VALUE - 1;

    public ProducerIdentity {
        if (id < 0) throw new IllegalArgumentException("id " + id + " < 0");
        if (epoch < 0) throw new IllegalArgumentException("epoch " + epoch + " < 0");
    }

    boolean exhausted() {
        return epoch >= LAST_EPOCH;
    }

    ProducerIdentity inNextEpoch() {
        return new ProducerIdentity(id, (short) (epoch + 1));
    }
}
