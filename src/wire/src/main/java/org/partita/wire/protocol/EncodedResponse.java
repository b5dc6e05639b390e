package org.partita.wire.protocol;

import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ReferenceCounted;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.MessageSizeAccumulator;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;

import org.partita.wire.records.FileBatches;
import org.partita.wire.records.StoredBatches;
import org.partita.wire.server.Answer;

/** A response behind its length and its header. The batches in it are those of a fetch. */
record EncodedResponse(RequestHeader request, AbstractResponse response, short version) implements Answer {
    @Override
    public List<ReferenceCounted> encode(ByteBufAllocator allocator) {
        try {
            return encoded(allocator);
        } catch (RuntimeException | Error unencodable) {
            release();
            throw unencodable;
        }
    }

    private List<ReferenceCounted> encoded(ByteBufAllocator allocator) {
        ResponseHeader header = request.toResponseHeader();
        ObjectSerializationCache sizes = new ObjectSerializationCache();
        MessageSizeAccumulator size = new MessageSizeAccumulator();
        header.data().addSize(size, sizes, header.headerVersion());
        response.data().addSize(size, sizes, version);
        ByteBuf buffer = allocator.buffer(Integer.BYTES + size.totalSize() - bytesInFiles());
        try {
            AnswerWriter writer = new AnswerWriter(buffer.writeInt(size.totalSize()));
            header.data().write(writer, sizes, header.headerVersion());
            response.data().write(writer, sizes, version);
            return writer.parts(size.totalSize());
        } finally {
            buffer.release();
        }
    }

    private int bytesInFiles() {
        if (!(response.data() instanceof FetchResponseData fetched)) return 0;
        int bytes = 0;
        for (FetchableTopicResponse topic : fetched.responses()) {
            for (PartitionData each : topic.partitions()) {
                if (each.records() instanceof FileBatches inFile) bytes += inFile.sizeInBytes();
            }
        }
        return bytes;
    }

    @Override
    public void release() {
        if (!(response.data() instanceof FetchResponseData fetched)) return;
        for (FetchableTopicResponse topic : fetched.responses()) {
            for (PartitionData each : topic.partitions()) {
                if (each.records() instanceof StoredBatches held) held.release();
            }
        }
    }
}
