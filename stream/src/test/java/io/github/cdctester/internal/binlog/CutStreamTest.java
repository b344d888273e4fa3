// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reports, including rows and payloads, do not depend on how a stream is divided into reads. */
class CutStreamTest {

    private static final int BUFFER_BYTES = 32 * 1024;
    private static final int SEED_COUNT = 50;

    private final FingerprintSink sink = new FingerprintSink();
    private final PayloadReader payloads = new PayloadReader(sink, null, new RowCounter(sink));

    private record ReplayResult(long fingerprint, LogPosition completed) {}

    @AfterEach
    void close() {
        payloads.close();
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void reportsAreEqualForEveryCut(CapturedStream stream) throws IOException {
        ReplayResult completeResult = replay(stream, BUFFER_BYTES, () -> Integer.MAX_VALUE);
        assertThat(completeResult.completed()).isEqualTo(stream.endPosition());
        for (int cut = 1; cut < stream.bytes().length; cut++) {
            assertSame(replay(stream, BUFFER_BYTES, cutOnceAt(cut)), completeResult, "cut at " + cut);
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void reportsAreEqualForSingleByteReads(CapturedStream stream) throws IOException {
        ReplayResult completeResult = replay(stream, BUFFER_BYTES, () -> Integer.MAX_VALUE);
        assertSame(replay(stream, StreamPlayer.MIN_BUFFER_BYTES, () -> 1), completeResult, "byte by byte");
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void reportsAreEqualForRandomReadSizes(CapturedStream stream) throws IOException {
        ReplayResult completeResult = replay(stream, BUFFER_BYTES, () -> Integer.MAX_VALUE);
        for (long seed = 0; seed < SEED_COUNT; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int maxBytes = 2 + random.nextInt(3_000);
            IntSupplier sizes = () -> random.nextInt(1, maxBytes);
            assertSame(replay(stream, StreamPlayer.MIN_BUFFER_BYTES, sizes), completeResult, "seed " + seed);
        }
    }

    private ReplayResult replay(CapturedStream stream, int bufferBytes, IntSupplier sizes) throws IOException {
        sink.reset();
        TransactionTracker tracker = StreamPlayer.inflatingTracker(sink, stream.checksumBytes(), payloads);
        new StreamPlayer(tracker, bufferBytes).playToEnd(stream.bytes(), sizes);
        return new ReplayResult(sink.fingerprint, sink.completed);
    }

    private static IntSupplier cutOnceAt(int cut) {
        return new IntSupplier() {
            private boolean isFirstReadDone;

            @Override
            public int getAsInt() {
                int size = isFirstReadDone ? Integer.MAX_VALUE : cut;
                isFirstReadDone = true;
                return size;
            }
        };
    }

    private static void assertSame(ReplayResult receivedResult, ReplayResult completeResult, String mode) {
        if (!receivedResult.equals(completeResult)) { // an assertion per replay would take longer than the replay
            assertThat(receivedResult).as(mode).isEqualTo(completeResult);
        }
    }
}
