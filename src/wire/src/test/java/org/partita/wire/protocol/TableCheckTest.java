package org.partita.wire.protocol;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;

import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfig;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfigCollection;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopic;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageUtil;
import org.junit.jupiter.api.Test;

import org.partita.wire.server.MalformedRequestException;

class TableCheckTest {
    private static final short CREATE_VERSION = 7;
    private static final short EPOCH_VERSION = 4;
    private static final int LIMIT = 500;

    @Test
    void asManyAsMayBePass() {
        assertThatCode(() -> creations().check(create(LIMIT, 0), CREATE_VERSION)).doesNotThrowAnyException();
    }

    @Test
    void oneMoreIsRefused() {
        assertThatThrownBy(() -> creations().check(create(LIMIT + 1, 0), CREATE_VERSION))
            .isInstanceOf(MalformedRequestException.class).hasMessageContaining("501 entries, at most 500");
    }

    @Test
    void listsWithinElementsCount() {
        assertThatThrownBy(() -> creations().check(create(1, LIMIT + 1), CREATE_VERSION))
            .isInstanceOf(MalformedRequestException.class);
        assertThatThrownBy(() -> creations().check(create(5, LIMIT), CREATE_VERSION))
            .isInstanceOf(MalformedRequestException.class).hasMessageContaining("2505 entries, at most 2000");
    }

    @Test
    void plainListsWithinElementsDoNotCount() {
        OffsetForLeaderTopic topic = new OffsetForLeaderTopic().setTopic("orders");
        IntStream.range(0, 10 * LIMIT).forEach(i ->
            topic.partitions().add(new OffsetForLeaderPartition().setPartition(i)));
        OffsetForLeaderEpochRequestData request = new OffsetForLeaderEpochRequestData();
        request.topics().add(topic);
        TableCheck check = new TableCheck(ApiKeys.OFFSET_FOR_LEADER_EPOCH, false);

        assertThatCode(() -> check.check(bytes(request, EPOCH_VERSION), EPOCH_VERSION)).doesNotThrowAnyException();
    }

    private static TableCheck creations() {
        return new TableCheck(ApiKeys.CREATE_TOPICS, true);
    }

    private static ByteBuffer create(int topics, int configs) {
        CreateTopicsRequestData request = new CreateTopicsRequestData();
        for (int i = 0; i < topics; i++) {
            CreatableTopicConfigCollection all = new CreatableTopicConfigCollection();
            for (int j = 0; j < configs; j++) all.add(new CreatableTopicConfig().setName("config-" + j).setValue(""));
            request.topics().add(new CreatableTopic().setName("topic-" + i).setConfigs(all));
        }
        return bytes(request, CREATE_VERSION);
    }

    private static ByteBuffer bytes(ApiMessage request, short version) {
        return MessageUtil.toByteBufferAccessor(request, version).buffer();
    }
}
