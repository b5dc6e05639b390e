package org.partita.core.metadata;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.CRC32C;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.partita.storage.StorageException;

class MetadataCodecTest {
    @Property(tries = 200)
    void imageIsReadBackAsWritten(@ForAll long seed, @ForAll @IntRange(max = 20) int topics) {
        MetadataImage image = image(new Random(seed), topics);

        MetadataImage read = MetadataCodec.decode(MetadataCodec.encode(image));

        assertThat(read).isEqualTo(image);
    }

    @Property(tries = 200)
    void anyDamagedByteIsFound(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = bytes(image(random, 3));
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));

        assertThatThrownBy(() -> MetadataCodec.decode(ByteBuffer.wrap(bytes))).isInstanceOf(StorageException.class);
    }

    @Property(tries = 200)
    void bytesWithAChecksumButWithoutSenseAreRefused(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = bytes(image(random, 3));
        for (int i = 0; i < 4; i++) bytes[4 + random.nextInt(bytes.length - 8)] = (byte) random.nextInt();
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());

        try {
            MetadataCodec.decode(ByteBuffer.wrap(bytes));
        } catch (StorageException refused) {
            assertThat(refused.getMessage()).isNotEmpty();
        }
    }

    @Test
    void cutImageIsRefused() {
        byte[] bytes = bytes(image(new Random(1), 3));

        for (int length = 0; length < bytes.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length);
            assertThatThrownBy(() -> MetadataCodec.decode(cut)).isInstanceOf(StorageException.class);
        }
    }

    @Test
    void newerFormatIsNamed() {
        byte[] bytes = bytes(MetadataImage.empty("cluster-of-a-name-that-is-long"));
        bytes[5] = 4;

        assertThatThrownBy(() -> MetadataCodec.decode(sealed(ByteBuffer.wrap(bytes)))).hasMessageContaining("format 4");
    }

    @Test
    void imageOfFormat1IsReadWithoutUnmadeTopicsAndProducerIds() {
        MetadataImage image = image(new Random(3), 5).reservingProducerIds(7);
        int unmadeAt = unmadeAt(image);
        int unmadeBytes = 4 + 16 * image.unmade().size();

        MetadataImage read = MetadataCodec.decode(older(1, bytes(image), unmadeAt, unmadeBytes + Long.BYTES));

        assertThat(image.unmade()).isNotEmpty();
        assertThat(read.unmade()).isEmpty();
        assertThat(read.nextProducerId()).isZero();
        assertThat(read.unwanted()).isEqualTo(image.unwanted());
        assertThat(read.topics()).isEqualTo(image.topics());
    }

    @Test
    void imageOfFormat2IsReadWithoutProducerIds() {
        MetadataImage image = image(new Random(3), 5).reservingProducerIds(7);
        int at = unmadeAt(image) + 4 + 16 * image.unmade().size();

        MetadataImage read = MetadataCodec.decode(older(2, bytes(image), at, Long.BYTES));

        assertThat(read.nextProducerId()).isZero();
        assertThat(read.unmade()).isEqualTo(image.unmade());
        assertThat(read.topics()).isEqualTo(image.topics());
    }

    @Test
    void reservedProducerIdsAreKept() {
        MetadataImage image = image(new Random(3), 2).reservingProducerIds(1_000).reservingProducerIds(1_000);

        MetadataImage read = MetadataCodec.decode(ByteBuffer.wrap(bytes(image)));

        assertThat(read).isEqualTo(image);
        assertThat(read.nextProducerId()).isEqualTo(2_000);
        assertThat(read.inNextEpoch().nextProducerId()).isEqualTo(2_000);
    }

    private static int unmadeAt(MetadataImage image) {
        return 4 + 2 + 8 + 2 + image.clusterId().length() + 4 + 16 * image.unwanted().size();
    }

    /** Without some bytes that a later format has. */
    private static ByteBuffer older(int format, byte[] now, int leftOutAt, int leftOutBytes) {
        int after = leftOutAt + leftOutBytes;
        return sealed(ByteBuffer.allocate(now.length - leftOutBytes).put(now, 0, leftOutAt)
            .put(now, after, now.length - after).flip().putShort(4, (short) format));
    }

    private static ByteBuffer sealed(ByteBuffer image) {
        CRC32C crc = new CRC32C();
        crc.update(image.array(), 0, image.limit() - 4);
        return image.putInt(image.limit() - 4, (int) crc.getValue());
    }

    /** As they were before there was a choice of compression, timestamps and replicas in sync. */
    @Test
    void settingsThatAnOlderImageDoesNotHaveAreTheDefaults() {
        String[] since = {"cleanup.policy", "delete", "compression.type", "producer", "message.timestamp.type",
            "CreateTime", "min.insync.replicas", "1"};
        TopicConfig config = TopicConfig.parse(Map.of("flush", "async", "segment.ms", "5"));
        MetadataImage image = MetadataImage.empty("c").with(new TopicMetadata(new UUID(1, 2), "t", 1, 1, config));

        MetadataImage read = MetadataCodec.decode(ByteBuffer.wrap(withoutSettings(bytes(image), since)));

        assertThat(read).isEqualTo(image);
    }

    @Test
    void settingOfALaterVersionIsNamedAndNotPassedOver() {
        MetadataImage image = MetadataImage.empty("c").with(new TopicMetadata(new UUID(1, 2), "t", 1, 1,
            TopicConfig.DEFAULT));
        byte[] later = new String(bytes(image), ISO_8859_1).replace("segment.ms", "segment.xx").getBytes(ISO_8859_1);

        assertThatThrownBy(() -> MetadataCodec.decode(ByteBuffer.wrap(sealed(later))))
            .isInstanceOf(LaterVersionException.class).hasMessageContaining("topic t that is not known here")
            .hasMessageContaining("segment.xx");
    }

    /** @param settings keys and values of the only topic, in pairs */
    private static byte[] withoutSettings(byte[] image, String... settings) {
        String text = new String(image, ISO_8859_1);
        for (String each : settings) {
            String stored = "" + (char) 0 + (char) each.length() + each;
            assertThat(text).containsOnlyOnce(stored);
            text = text.replace(stored, "");
        }
        int before = TopicConfig.DEFAULT.asMap().size();
        String count = "" + (char) 0 + (char) before + (char) 0 + (char) "flush".length() + "flush";
        assertThat(text).containsOnlyOnce(count);
        text = text.replace(count, count.replace((char) before, (char) (before - settings.length / 2)));
        return sealed(text.getBytes(ISO_8859_1));
    }

    private static byte[] sealed(byte[] image) {
        CRC32C crc = new CRC32C();
        crc.update(image, 0, image.length - 4);
        ByteBuffer.wrap(image).putInt(image.length - 4, (int) crc.getValue());
        return image;
    }

    private static byte[] bytes(MetadataImage image) {
        ByteBuffer encoded = MetadataCodec.encode(image);
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    private static TopicConfig config(Random random) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("flush", any(random, "commit", "async"));
        settings.put("segment.bytes", "" + (4096 + random.nextInt(1000)));
        settings.put("max.message.bytes", "" + (1 + random.nextInt(1000)));
        settings.put("segment.ms", "" + (1 + random.nextInt(1000)));
        settings.put("retention.ms", "" + (random.nextInt(1000) - 1));
        settings.put("retention.bytes", "" + (random.nextInt(1000) - 1));
        settings.put("idempotency.window.ms", "" + (1_000 + random.nextInt(1000)));
        settings.put("compression.type", any(random, "producer", "uncompressed", "gzip", "snappy", "lz4", "zstd"));
        settings.put("message.timestamp.type", any(random, "CreateTime", "LogAppendTime"));
        settings.put("min.insync.replicas", "" + (1 + random.nextInt(32_767)));
        return TopicConfig.parse(settings);
    }

    private static String any(Random random, String... values) {
        return values[random.nextInt(values.length)];
    }

    private static MetadataImage image(Random random, int topics) {
        MetadataImage image = MetadataImage.empty("c");
        for (int i = 0; i < topics; i++) {
            image = image.with(new TopicMetadata(new UUID(random.nextLong(), random.nextLong()), "topic-" + i,
                1 + random.nextInt(10), 1, config(random))).inNextEpoch();
            if (random.nextInt(4) == 0) image = image.without("topic-" + i);
            if (random.nextInt(4) == 0) image = image.preparing(new UUID(random.nextLong(), random.nextLong()));
        }
        return image;
    }
}
