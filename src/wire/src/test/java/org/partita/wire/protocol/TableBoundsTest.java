package org.partita.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Set;

import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfig;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.MessageUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.wire.server.MalformedRequestException;

/** Lists that become tables, in the oldest and in the latest encoding. */
class TableBoundsTest {
    private final TableBounds bounds = new TableBounds(ApiKeys.CREATE_TOPICS, Set.of("topics", "configs"));

    @ParameterizedTest
    @ValueSource(shorts = {2, 4, 5, 7})
    void asManyAsMayBeAreRead(short version) {
        ByteBuffer body = body(TableBounds.MAX_ELEMENTS, TableBounds.MAX_ELEMENTS, version);

        assertThatCode(() -> bounds.check(body, version)).doesNotThrowAnyException();
        assertThat(body.remaining()).isZero();
    }

    @ParameterizedTest
    @ValueSource(shorts = {2, 4, 5, 7})
    void moreAreRefusedAtBothDepths(short version) {
        int tooMany = TableBounds.MAX_ELEMENTS + 1;

        assertThatThrownBy(() -> bounds.check(body(tooMany, 0, version), version))
            .isInstanceOf(MalformedRequestException.class).hasMessage("501 topics, at most 500 expected");
        assertThatThrownBy(() -> bounds.check(body(1, tooMany, version), version))
            .isInstanceOf(MalformedRequestException.class).hasMessage("501 configs, at most 500 expected");
    }

    @Test
    void manyTablesTogetherAreRefused() {
        CreateTopicsRequestData data = new CreateTopicsRequestData();
        for (int i = 0; i < 5; i++) {
            CreatableTopic topic = new CreatableTopic().setName("topic-" + i);
            for (int j = 0; j < TableBounds.MAX_ELEMENTS; j++) {
                topic.configs().add(new CreatableTopicConfig().setName("config-" + j));
            }
            data.topics().add(topic);
        }
        ByteBuffer body = MessageUtil.toByteBufferAccessor(data, (short) 7).buffer();

        assertThatThrownBy(() -> bounds.check(body, (short) 7)).isInstanceOf(MalformedRequestException.class)
            .hasMessageContaining("more than 2000");
    }

    private static ByteBuffer body(int topics, int configs, short version) {
        CreateTopicsRequestData data = new CreateTopicsRequestData();
        for (int i = 0; i < topics; i++) data.topics().add(new CreatableTopic().setName("topic-" + i));
        CreatableTopic first = data.topics().find("topic-0");
        for (int i = 0; i < configs; i++) first.configs().add(new CreatableTopicConfig().setName("config-" + i));
        return MessageUtil.toByteBufferAccessor(data, version).buffer();
    }
}
