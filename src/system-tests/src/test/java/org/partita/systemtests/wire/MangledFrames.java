package org.partita.systemtests.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.MessageUtil;

/** Requests of every API and version that were right before something happened to them; repeatable by their seed. */
final class MangledFrames {
    private static final List<ApiKeys> APIS = List.copyOf(ApiKeys.clientApis());
    private static final int MOST_CHANGES = 4;

    private final SplittableRandom random;

    MangledFrames(long seed) {
        random = new SplittableRandom(seed);
    }

    byte[] next() {
        byte[] request = request();
        byte[] frame = ByteBuffer.allocate(Integer.BYTES + request.length).putInt(request.length).put(request).array();
        switch (random.nextInt(8)) {
            case 0 -> random.nextBytes(frame);
            case 1 -> frame = Arrays.copyOf(frame, 1 + random.nextInt(frame.length));
            case 2 -> ByteBuffer.wrap(frame).putInt(0, random.nextInt());
            default -> change(frame);
        }
        return frame;
    }

    /** Not the length, so that what is behind it is read. */
    private void change(byte[] frame) {
        int changes = 1 + random.nextInt(MOST_CHANGES);
        for (int i = 0; i < changes; i++) {
            frame[Integer.BYTES + random.nextInt(frame.length - Integer.BYTES)] = (byte) random.nextInt();
        }
    }

    private byte[] request() {
        ApiKeys api = APIS.get(random.nextInt(APIS.size()));
        short version = (short) (api.oldestVersion() + random.nextInt(api.latestVersion() - api.oldestVersion() + 1));
        ByteBuffer header = MessageUtil.toByteBufferAccessor(new RequestHeaderData().setRequestApiKey(api.id)
            .setRequestApiVersion(version).setCorrelationId(random.nextInt()).setClientId("mangled"),
            api.requestHeaderVersion(version)).buffer();
        ByteBuffer body = body(api, version);
        byte[] noise = new byte[random.nextInt(64)];
        random.nextBytes(noise);
        return ByteBuffer.allocate(header.remaining() + body.remaining() + noise.length).put(header).put(body)
            .put(noise).array();
    }

    /** What its fields are by default; some have none in some versions. */
    private static ByteBuffer body(ApiKeys api, short version) {
        try {
            return MessageUtil.toByteBufferAccessor(ApiMessageType.fromApiKey(api.id).newRequest(), version).buffer();
        } catch (RuntimeException cannotBeEmpty) {
            return ByteBuffer.allocate(0);
        }
    }
}
