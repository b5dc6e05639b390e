package org.partita.wire.protocol;

import java.nio.ByteBuffer;

import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.Struct;

import org.partita.wire.protocol.Api.BodyCheck;
import org.partita.wire.server.MalformedRequestException;

/**
 * Looks over a request before kafka-clients puts its lists, or those of the answer, into tables: keys that are equal or
 * collide cost the cube of their number there, on an event loop.
 *
 * @param nested whether lists within the elements of a list become tables as well
 */
record TableCheck(ApiKeys key, boolean nested) implements BodyCheck {
    private static final int MAX_IN_A_LIST = 500;
    private static final int MAX_IN_ALL_LISTS = 2_000;

    @Override
    public void check(ByteBuffer body, short version) {
        int entries = entries(key.messageType.requestSchemas()[version].read(body));
        if (entries > MAX_IN_ALL_LISTS) throw tooMany(entries, MAX_IN_ALL_LISTS);
    }

    private int entries(Struct struct) {
        int entries = 0;
        for (BoundField field : struct.schema().fields()) {
            if (struct.get(field) instanceof Object[] list) entries += entries(list);
        }
        return entries;
    }

    private int entries(Object[] list) {
        if (list.length > MAX_IN_A_LIST) throw tooMany(list.length, MAX_IN_A_LIST);
        int entries = list.length;
        for (Object each : list) {
            if (nested && each instanceof Struct element) entries += entries(element);
        }
        return entries;
    }

    private static MalformedRequestException tooMany(int found, int limit) {
        return new MalformedRequestException(found + " entries, at most " + limit + " expected");
    }
}
