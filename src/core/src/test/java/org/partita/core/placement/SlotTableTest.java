package org.partita.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.partita.core.record.Bytes;

class SlotTableTest {
    private static final List<String> AWKWARD_KEYS = List.of("polygenelubricants", "DESIGNING WORKHOUSES", "",
        "\uD83E\uDD84", "k".repeat(1 << 20));

    @Test
    void b085AwkwardKeysHaveAPartitionOfTheTopic() {
        for (int partitions : new int[] {1, 3, 5, 7, 24, 1000}) {
            SlotTable table = SlotTable.initial(partitions);

            List<Integer> chosen = AWKWARD_KEYS.stream().map(key -> table.partitionOf(Bytes.utf8(key))).toList();

            assertThat(chosen).allMatch(partition -> partition >= 0 && partition < partitions);
        }
    }

    @Property
    void partitionIsThatOfTheJavaClientOfKafka(@ForAll String key, @ForAll @IntRange(min = 1, max = 1000) int count) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);

        int partition = SlotTable.initial(count).partitionOf(Bytes.of(bytes));

        assertThat(partition).isEqualTo(Utils.toPositive(Utils.murmur2(bytes)) % count);
    }

    @Property
    void slotsAreAMultipleOfThePartitionsAndManyMore(@ForAll @IntRange(min = 1, max = 100_000) int count) {
        SlotTable table = SlotTable.initial(count);

        assertThat(table.slots() % count).isZero();
        assertThat(table.slots()).isGreaterThanOrEqualTo(Math.max(4096, 64 * count));
    }

    @Test
    void slotsAreAsManyAsDocumented() {
        assertThat(SlotTable.initial(1).slots()).isEqualTo(4096);
        assertThat(SlotTable.initial(3).slots()).isEqualTo(3 * 1366);
        assertThat(SlotTable.initial(64).slots()).isEqualTo(4096);
        assertThat(SlotTable.initial(1000).slots()).isEqualTo(64_000);
    }

    @Test
    void tableWithoutPartitionsIsRefused() {
        assertThatThrownBy(() -> SlotTable.initial(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SlotTable(3, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
