package org.partita.wire.api;

import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.DescribeTopicPartitionsResponseTopic;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;

/**
 * Topics of an answer that nobody finds in the table which kafka-clients makes of them: there, names that are equal or
 * collide cost the cube of their number, and anybody may make topics.
 */
final class TopicRows {
    private TopicRows() {
    }

    static MetadataResponseTopic ofMetadata() {
        return new MetadataRow();
    }

    static DescribeTopicPartitionsResponseTopic ofPartitions() {
        return new PartitionsRow();
    }

    private static final class MetadataRow extends MetadataResponseTopic {
        @Override
        public boolean elementKeysAreEqual(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private static final class PartitionsRow extends DescribeTopicPartitionsResponseTopic {
        @Override
        public boolean elementKeysAreEqual(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
