package org.partita.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestBodyProducerTest {
    @ParameterizedTest
    @CsvSource({"0,16,1600,100", "0,16,160,16", "50,16,1600,50", "5,16,1600,16"})
    void bodiesInFlightGetWhatIsConfiguredElseAShareOfTheHeapAndAtLeastOneLargestBody(
        long configured, int maxBytes, long heapBytes, long expected) {
        long budgetBytes = RequestBodyProducer.budgetBytes(configured, maxBytes, heapBytes);

        assertThat(budgetBytes).isEqualTo(expected);
    }
}
