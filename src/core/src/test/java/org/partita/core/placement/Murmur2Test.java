package org.partita.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.utils.Utils;

class Murmur2Test {
    @Property
    void hashEqualsThatOfTheJavaClientOfKafka(@ForAll byte[] content) {
        int hash = Murmur2.hash(ByteBuffer.wrap(content));

        assertThat(hash).isEqualTo(Utils.murmur2(content));
    }

    @Property
    void hashOfARangeDoesNotDependOnWhereItLies(@ForAll byte[] content) {
        ByteBuffer padded = ByteBuffer.allocate(content.length + 8);
        padded.position(3).put(content).position(3).limit(3 + content.length);

        int hash = Murmur2.hash(padded);

        assertThat(hash).isEqualTo(Utils.murmur2(content));
        assertThat(padded.position()).isEqualTo(3);
    }
}
