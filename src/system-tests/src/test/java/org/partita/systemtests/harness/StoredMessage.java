package org.partita.systemtests.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;

/** A message as a fetch answered it. */
public final class StoredMessage {
    private final JsonText json;

    public StoredMessage(JsonText json) {
        this.json = json;
    }

    public long offset() {
        return json.member("offset").integer();
    }

    public String key() {
        return json.member("key").string();
    }

    /** The stored bytes, whichever of the forms the answer carries them in. */
    public byte[] payloadBytes() {
        Optional<JsonText> base64 = json.find("payloadBase64");
        if (base64.isPresent()) return Base64.getDecoder().decode(base64.get().string());
        JsonText payload = json.member("payload");
        boolean isText = json.find("contentType").filter(JsonText::isString)
            .filter(type -> type.string().startsWith("text/")).isPresent();
        return (isText ? payload.string() : payload.raw()).getBytes(UTF_8);
    }

    public String payloadText() {
        return new String(payloadBytes(), UTF_8);
    }

    public JsonText json() {
        return json;
    }
}
