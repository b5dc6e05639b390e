package org.partita.core.record;

/**
 * What a batch says of its producer, as the header carries it.
 *
 * @param producerId -1 if the producer has none
 * @param producerEpoch -1 if there is none
 * @param baseSequence sequence number of the first record; -1 if there is none
 * @param transactional whether the batch is part of a transaction
 */
public record ProducerState(long producerId, short producerEpoch, int baseSequence, boolean transactional) {
    /** Of producers that count nothing. */
    public static final ProducerState NONE = new ProducerState(-1, (short) -1, -1, false);

    public ProducerState {
        if (producerId < -1 || producerEpoch < -1 || baseSequence < -1) {
            throw new IllegalArgumentException("producer " + producerId + " epoch " + producerEpoch + " sequence "
                + baseSequence + ", nothing below -1 expected");
        }
        if (transactional && producerId < 0) throw new IllegalArgumentException("a transaction without a producer id");
    }
}
