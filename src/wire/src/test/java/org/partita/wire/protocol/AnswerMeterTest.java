package org.partita.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.ProduceResponse;
import org.junit.jupiter.api.Test;

class AnswerMeterTest {
    private final AtomicLong nowNanos = new AtomicLong(5_000);
    private final AnswerMeter meter = new AnswerMeter(nowNanos::get);

    @Test
    void timesOfProduceAndFetchAreApart() {
        for (long micros : new long[] {0, 250, 251, 999_999, 1_000_001}) answer(ApiKeys.PRODUCE, micros);
        answer(ApiKeys.FETCH, 1_500);
        answer(ApiKeys.METADATA, 7);

        assertThat(AnswerTimes.BOUNDS_MICROS).isSorted().startsWith(250L, 500L).endsWith(1_000_000L);
        assertThat(meter.produce().within()).startsWith(2L, 3L).endsWith(4L, 5L)
            .hasSize(AnswerTimes.BOUNDS_MICROS.size() + 1);
        assertThat(meter.produce().sumMicros()).isEqualTo(2_000_501);
        assertThat(meter.fetch().within()).startsWith(0L, 0L, 0L, 1L).endsWith(1L);
        assertThat(meter.fetch().sumMicros()).isEqualTo(1_500);
        assertThat(meter.errors()).isEmpty();
    }

    @Test
    void errorsAreCountedForEachPart() {
        PartitionData good = new PartitionData();
        PartitionData outside = new PartitionData().setErrorCode(Errors.OFFSET_OUT_OF_RANGE.code());
        FetchResponseData data = new FetchResponseData().setResponses(List.of(new FetchableTopicResponse()
            .setTopicId(Uuid.ONE_UUID).setPartitions(List.of(good, outside, outside))));

        meter.answered(ApiKeys.FETCH, 0, FetchResponse.of(data));
        meter.answered(ApiKeys.FETCH, 0, FetchResponse.of(data));

        assertThat(meter.errors()).hasSize(1).containsEntry("OFFSET_OUT_OF_RANGE", 4L);
    }

    private void answer(ApiKeys api, long micros) {
        long startNanos = meter.nowNanos();
        nowNanos.addAndGet(TimeUnit.MICROSECONDS.toNanos(micros));
        meter.answered(api, startNanos, switch (api) {
            case PRODUCE -> new ProduceResponse(new ProduceResponseData());
            case FETCH -> FetchResponse.of(new FetchResponseData());
            default -> new MetadataResponse(new MetadataResponseData(), (short) 9);
        });
    }
}
