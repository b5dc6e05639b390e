package org.partita.core.metadata;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.CRC32C;

import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;

/**
 * The image as bytes.
 *
 * <p>Shape, big-endian: magic u32, format u16, version i64, cluster id, unwanted ids (count u32, 16 bytes each), those
 * of them that are unmade (the same; not in format 1), next producer id i64 (not in formats 1 and 2), topics (count
 * u32; each id, name, partitions i32, replication factor i32, leader epoch i32 a partition, settings (count u16, key,
 * value)), CRC-32C u32 of all before it. Text is u16 length and UTF-8.
 */
final class MetadataCodec {
    private static final int MAGIC = 0x50544d49;
    private static final short FORMAT = 3;
    private static final short FORMAT_WITHOUT_UNMADE = 1;
    private static final short FORMAT_WITHOUT_PRODUCERS = 2;
    private static final int MAX_BYTES = 64 << 20;
    private static final int MIN_BYTES = 28;
    private static final int UUID_BYTES = 16;
    private static final int MIN_TOPIC_BYTES = UUID_BYTES + 16;

    private MetadataCodec() {
    }

    static ByteBuffer encode(MetadataImage image) {
        GrowingBuffer out = new GrowingBuffer();
        out.putInt(MAGIC);
        out.putShort(FORMAT);
        out.putLong(image.version());
        out.putText(image.clusterId());
        putIds(out, image.unwanted());
        putIds(out, image.unmade());
        out.putLong(image.nextProducerId());
        out.putInt(image.topics().size());
        image.topics().values().forEach(topic -> putTopic(out, topic));
        out.putInt(crc(out.written()));
        return out.written();
    }

    private static void putIds(GrowingBuffer out, Set<UUID> ids) {
        out.putInt(ids.size());
        ids.forEach(out::putUuid);
    }

    private static void putTopic(GrowingBuffer out, TopicMetadata topic) {
        out.putUuid(topic.id());
        out.putText(topic.name());
        out.putInt(topic.partitions());
        out.putInt(topic.replicationFactor());
        topic.leaderEpochs().forEach(out::putInt);
        Map<String, String> settings = topic.config().asMap();
        out.putShort((short) settings.size());
        settings.forEach((key, value) -> {
            out.putText(key);
            out.putText(value);
        });
    }

    /** @throws StorageException saying what is wrong with the bytes; nothing is allocated on their word alone */
    static MetadataImage decode(ByteBuffer content) {
        int length = content.remaining();
        if (length < MIN_BYTES || length > MAX_BYTES) throw new StorageException("a length of " + length + " bytes");
        ByteBuffer body = content.slice(content.position(), length - Integer.BYTES);
        int expected = content.getInt(content.position() + length - Integer.BYTES);
        if (body.getInt(0) != MAGIC) throw new StorageException("no mark of a metadata image at its start");
        if (crc(body) != expected) throw new StorageException("a wrong checksum");
        try {
            return body(body);
        } catch (LaterVersionException later) {
            throw later;
        } catch (BufferUnderflowException | IllegalArgumentException | BrokerException invalid) {
            throw new StorageException("contents that this version cannot read: " + invalid.getMessage(), invalid);
        }
    }

    private static MetadataImage body(ByteBuffer in) {
        in.getInt();
        short format = in.getShort();
        if (format > FORMAT) throw new LaterVersionException("format " + format + ", and this version reads format "
            + FORMAT_WITHOUT_UNMADE + " to " + FORMAT, null);
        if (format < FORMAT_WITHOUT_UNMADE) throw new StorageException("format " + format);
        long version = in.getLong();
        String clusterId = text(in);
        SortedSet<UUID> unwanted = ids(in);
        SortedSet<UUID> unmade = format > FORMAT_WITHOUT_UNMADE ? ids(in) : new TreeSet<>();
        long nextProducerId = format > FORMAT_WITHOUT_PRODUCERS ? in.getLong() : 0;
        int count = count(in, MIN_TOPIC_BYTES);
        SortedMap<String, TopicMetadata> topics = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            TopicMetadata topic = topic(in);
            topics.put(topic.name(), topic);
        }
        if (in.hasRemaining()) throw new StorageException(in.remaining() + " bytes too many");
        return new MetadataImage(clusterId, version, topics, unwanted, unmade, nextProducerId);
    }

    private static SortedSet<UUID> ids(ByteBuffer in) {
        SortedSet<UUID> ids = new TreeSet<>();
        for (int left = count(in, UUID_BYTES); left > 0; left--) ids.add(uuid(in));
        return ids;
    }

    private static TopicMetadata topic(ByteBuffer in) {
        UUID id = uuid(in);
        String name = TopicName.requireValid(text(in));
        int partitions = in.getInt();
        int replicationFactor = in.getInt();
        if (partitions < 1 || partitions > in.remaining() / Integer.BYTES) {
            throw new StorageException(partitions + " partitions of topic " + name);
        }
        List<Integer> epochs = new ArrayList<>(partitions);
        for (int i = 0; i < partitions; i++) epochs.add(in.getInt());
        int count = in.getShort();
        Map<String, String> settings = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) settings.put(text(in), text(in));
        return new TopicMetadata(id, name, partitions, replicationFactor, config(name, settings), epochs);
    }

    /** Settings that are not there yet have their defaults; one that is not known here is not passed over. */
    private static TopicConfig config(String topic, Map<String, String> settings) {
        try {
            return TopicConfig.parse(settings);
        } catch (InvalidRequestException unknown) {
            throw new LaterVersionException("a setting of topic " + topic + " that is not known here. "
                + unknown.getMessage(), unknown);
        }
    }

    private static int count(ByteBuffer in, int minBytesEach) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / minBytesEach) throw new StorageException("a count of " + count);
        return count;
    }

    private static UUID uuid(ByteBuffer in) {
        return new UUID(in.getLong(), in.getLong());
    }

    private static String text(ByteBuffer in) {
        int length = Short.toUnsignedInt(in.getShort());
        if (length > in.remaining()) throw new StorageException("a text of " + length + " bytes");
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int crc(ByteBuffer content) {
        CRC32C crc = new CRC32C();
        crc.update(content.duplicate());
        return (int) crc.getValue();
    }
}
