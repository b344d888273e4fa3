// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.binlog.event.CapturedStream;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wherever the network cuts a stream into reads, what is told stays the same. */
class CutStreamTest {

    private static final int BUFFER_BYTES = 32 * 1024;
    private static final int SEEDS = 50;

    @ParameterizedTest
    @MethodSource("io.github.cdctester.binlog.event.CapturedStream#all")
    void tellsTheSameInTwoReadsCutAnywhere(CapturedStream stream) throws IOException {
        FingerprintSink whole = told(stream, BUFFER_BYTES, () -> Integer.MAX_VALUE);
        assertThat(whole.completed).isEqualTo(stream.end());
        for (int cut = 1; cut < stream.bytes().length; cut++) {
            assertSame(told(stream, BUFFER_BYTES, inTwo(cut)), whole, "cut at " + cut);
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.binlog.event.CapturedStream#all")
    void tellsTheSameByteByByteThroughTheSmallestBuffer(CapturedStream stream) throws IOException {
        FingerprintSink whole = told(stream, BUFFER_BYTES, () -> Integer.MAX_VALUE);
        assertSame(told(stream, Replay.SMALLEST_BUFFER, () -> 1), whole, "byte by byte");
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.binlog.event.CapturedStream#all")
    void tellsTheSameInReadsOfRandomSizes(CapturedStream stream) throws IOException {
        FingerprintSink whole = told(stream, BUFFER_BYTES, () -> Integer.MAX_VALUE);
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int longest = 2 + random.nextInt(3_000);
            IntSupplier sizes = () -> random.nextInt(1, longest);
            assertSame(told(stream, Replay.SMALLEST_BUFFER, sizes), whole, "seed " + seed);
        }
    }

    private static FingerprintSink told(CapturedStream stream, int bufferBytes, IntSupplier sizes) throws IOException {
        FingerprintSink sink = new FingerprintSink();
        new Replay(Replay.tracker(sink, stream.checksumBytes()), bufferBytes).toTheEnd(stream.bytes(), sizes);
        return sink;
    }

    private static IntSupplier inTwo(int cut) {
        return new IntSupplier() {
            private boolean second;

            @Override
            public int getAsInt() {
                int size = second ? Integer.MAX_VALUE : cut;
                second = true;
                return size;
            }
        };
    }

    private static void assertSame(FingerprintSink told, FingerprintSink whole, String how) {
        assertThat(told.fingerprint).as(how).isEqualTo(whole.fingerprint);
        assertThat(told.completed).as(how).isEqualTo(whole.completed);
    }
}
