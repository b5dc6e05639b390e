package org.partita.bench.record;

import java.util.List;
import java.util.stream.IntStream;

/** A message as a shop sends it. @param payload JSON of {@link SampleBatches#VALUE_BYTES} bytes, all of them ASCII */
public record SampleMessage(String key, String payload) {
    private static final int ORDER_LINES = 10;

    /** So many messages that have different keys. */
    public static List<SampleMessage> distinct(int count) {
        return IntStream.range(0, count).mapToObj(i -> new SampleMessage("customer-" + (4_821 + i), order(i))).toList();
    }

    /** About half of it are values, the other half is one text. */
    private static String order(int number) {
        StringBuilder json = new StringBuilder(SampleBatches.VALUE_BYTES);
        json.append("{\"orderId\":\"ord_").append(92_000 + number).append("\",\"total\":12.50,\"lines\":[");
        for (int i = 0; i < ORDER_LINES; i++) {
            json.append(i == 0 ? "" : ",").append("{\"article\":\"A-").append(1_000 + 7 * number + i)
                .append("\",\"count\":").append(1 + i % 3).append(",\"price\":").append(i).append(".25}");
        }
        json.append("],\"note\":\"");
        String end = "\"}";
        return json.append("x".repeat(SampleBatches.VALUE_BYTES - json.length() - end.length())).append(end).toString();
    }

    /** The message as an object of the HTTP API. */
    public String json() {
        return "{\"key\":\"" + key + "\",\"payload\":" + payload + "}";
    }
}
