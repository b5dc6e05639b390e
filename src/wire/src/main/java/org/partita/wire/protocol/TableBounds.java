package org.partita.wire.protocol;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;

import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.CompactArrayOf;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.Type;
import org.apache.kafka.common.utils.ByteUtils;

import org.partita.wire.server.MalformedRequestException;

/**
 * Bounds those lists of a request which kafka-clients puts into tables, before it does: names that collide there cost
 * the cube of their number.
 */
final class TableBounds implements Api.BodyCheck {
    /** Names made to collide take about half a second. */
    static final int MAX_ELEMENTS = 500;
    /** Of a request, so that many tables together do not take long either. */
    static final int MAX_IN_ALL = 2_000;

    private final ApiKeys key;
    private final Set<String> tables;

    /** @param tables names of fields, in the words of the protocol with underscores */
    TableBounds(ApiKeys key, Set<String> tables) {
        this.key = key;
        this.tables = tables;
    }

    @Override
    public void check(ByteBuffer body, short version) {
        new Walk(body).fields(key.messageType.requestSchemas()[version]);
    }

    /** Through one request. */
    private final class Walk {
        private final ByteBuffer in;
        private int inTables;

        private Walk(ByteBuffer in) {
            this.in = in;
        }

        private void fields(Schema schema) {
            for (BoundField field : schema.fields()) value(field.def.name, field.def.type);
        }

        private void value(String name, Type type) {
            Optional<Type> element = type.arrayElementType();
            if (element.isPresent()) elements(name, type, element.get());
            else if (type instanceof Schema nested) fields(nested);
            else type.read(in);
        }

        private void elements(String name, Type type, Type element) {
            int count = type instanceof CompactArrayOf ? ByteUtils.readUnsignedVarint(in) - 1 : in.getInt();
            if (tables.contains(name) && count > 0) bound(name, count);
            for (int left = count; left > 0; left--) value(name, element);
        }

        private void bound(String name, int count) {
            if (count > MAX_ELEMENTS) {
                throw new MalformedRequestException(count + " " + name + ", at most " + MAX_ELEMENTS + " expected");
            }
            inTables += count;
            if (inTables > MAX_IN_ALL) {
                throw new MalformedRequestException("more than " + MAX_IN_ALL + " " + tables + ", all lists together");
            }
        }
    }
}
