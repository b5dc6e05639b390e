package org.partita.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;

import org.partita.wire.server.FrameAssembler.Progress;
import org.partita.wire.testing.RawClient;

class FrameAssemblerTest {
    private static final int MEMORY_BYTES = 8 << 20;
    private static final int LARGE = 300_000;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false, false);
    private final RequestMemory memory = new RequestMemory(MEMORY_BYTES);
    private final FrameAssembler assembler =
        new FrameAssembler(allocator, new ScriptedHandler(), memory, 2 * ScriptedHandler.MAX_FRAME_BYTES);

    @Test
    void aRequestIsTheSameWhereverItIsCut() {
        byte[] request = ScriptedHandler.request(ScriptedHandler.FILL, 77, 5);
        byte[] framed = RawClient.framed(request);

        for (int cut = 0; cut <= framed.length; cut++) {
            Progress first = assembler.read(Unpooled.wrappedBuffer(framed, 0, cut));
            Progress second = cut == framed.length ? first
                : assembler.read(Unpooled.wrappedBuffer(framed, cut, framed.length - cut));

            assertThat(second).isEqualTo(Progress.COMPLETE);
            PendingRequest taken = assembler.take(0);
            assertThat(taken.start()).isEqualTo(ByteBuffer.wrap(request));
            taken.release();
        }
        assertThat(memory.used()).isZero();
    }

    @Test
    void bytesBehindARequestAreLeft() {
        byte[] framed = RawClient.framed(ScriptedHandler.request(ScriptedHandler.ECHO, 1));
        ByteBuf two = Unpooled.wrappedBuffer(framed, framed);

        Progress progress = assembler.read(two);

        assertThat(progress).isEqualTo(Progress.COMPLETE);
        assertThat(two.readableBytes()).isEqualTo(framed.length);
    }

    @Test
    void lengthsThatNoRequestHasAreRefusedBeforeAnythingElseIsThere() {
        for (int length : new int[] {-1, Integer.MIN_VALUE, 0, 7, Integer.MAX_VALUE}) {
            FrameAssembler fresh = new FrameAssembler(allocator, new ScriptedHandler(), memory, 1 << 20);

            assertThatThrownBy(() -> fresh.read(Unpooled.copyInt(length))).isInstanceOf(MalformedRequestException.class)
                .hasMessageContaining(Integer.toString(length));
        }
        assertThat(memory.used()).isZero();
    }

    @Test
    void theApiHasABoundOfItsOwn() {
        ByteBuf promising = Unpooled.copyInt(ScriptedHandler.MAX_FRAME_BYTES + 1, ScriptedHandler.ECHO << Short.SIZE);

        assertThatThrownBy(() -> assembler.read(promising)).isInstanceOf(MalformedRequestException.class);
    }

    @Test
    void memoryGrowsWithWhatCameNotWithWhatWasPromised() {
        ByteBuf promising = Unpooled.copyInt(ScriptedHandler.MAX_FRAME_BYTES, ScriptedHandler.ECHO << Short.SIZE, 1);

        assembler.read(promising);

        assertThat(allocator.metric().usedHeapMemory()).isLessThan(1 << 16);
        assembler.release();
        assertThat(allocator.metric().usedHeapMemory()).isZero();
        assertThat(memory.used()).isZero();
    }

    @Test
    void withoutRoomNothingIsTakenUntilThereIsSome() {
        memory.tryReserve(MEMORY_BYTES);
        ByteBuf large = Unpooled.wrappedBuffer(
            RawClient.framed(ByteBuffer.allocate(LARGE).putShort(ScriptedHandler.ECHO).array()));

        Progress full = assembler.read(large);
        memory.release(MEMORY_BYTES);
        Progress room = assembler.read(large);

        assertThat(full).isEqualTo(Progress.NEEDS_MEMORY);
        assertThat(room).isEqualTo(Progress.COMPLETE);
        assembler.take(0).release();
        assertThat(memory.used()).isZero();
    }

    @Test
    void largeRequestsLeaveRoomForSmallOnes() {
        memory.tryReserve(MEMORY_BYTES);

        Progress progress = assembler.read(
            Unpooled.wrappedBuffer(RawClient.framed(ScriptedHandler.request(ScriptedHandler.ECHO, 1))));

        assertThat(progress).isEqualTo(Progress.COMPLETE);
    }
}
