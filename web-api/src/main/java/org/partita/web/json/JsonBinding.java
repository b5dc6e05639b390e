package org.partita.web.json;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

import jakarta.json.JsonNumber;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbConfig;
import jakarta.json.bind.serializer.DeserializationContext;
import jakarta.json.bind.serializer.JsonbDeserializer;
import jakarta.json.stream.JsonParser;

/**
 * The one JSON-B of the HTTP face: unknown members refused, integers exact, nulls written.
 *
 * <p>Answers are written in the member order their record states.
 */
public final class JsonBinding {
    private static final Jsonb JSONB = JsonbBuilder.create(new JsonbConfig()
        .withNullValues(true)
        .withDeserializers(new ExactLong(), new ExactInteger())
        .setProperty("jsonb.fail-on-unknown-properties", true));

    private JsonBinding() {
    }

    /** @param answer a record, or a map whose iteration order is the order of members */
    public static byte[] write(Object answer) {
        return JSONB.toJson(answer).getBytes(StandardCharsets.UTF_8);
    }

    static <T extends Record> T read(String text, Class<T> type) {
        return JSONB.fromJson(text, type);
    }

    private static final class ExactLong implements JsonbDeserializer<Long> {
        @Override
        public Long deserialize(JsonParser parser, DeserializationContext context, Type type) {
            return parser.getValue() instanceof JsonNumber number ? number.longValueExact() : null;
        }
    }

    private static final class ExactInteger implements JsonbDeserializer<Integer> {
        @Override
        public Integer deserialize(JsonParser parser, DeserializationContext context, Type type) {
            return parser.getValue() instanceof JsonNumber number ? number.intValueExact() : null;
        }
    }
}
