// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A captured stream with a few changed bytes is either read, or rejected with an expected exception. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class MutatedStreamTest {

    private static final int MUTATION_COUNT = 1_000;

    private final FingerprintSink sink = new FingerprintSink();
    private final HeartbeatRow heartbeat = new HeartbeatRow("t", "a");
    private final PayloadReader payloads = new PayloadReader(sink, heartbeat, new RowCounter(sink));

    @AfterEach
    void close() {
        payloads.close();
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void succeedsOrThrowsExpectedException(CapturedStream stream) {
        int refusedCount = 0;
        for (long seed = 0; seed < MUTATION_COUNT; seed++) {
            if (!isAccepted(stream, MutatedBytes.mutate(stream.bytes(), seed), seed)) {
                refusedCount++;
            }
        }
        // if all or no mutations were rejected, they would not test the deeper layers
        assertThat(refusedCount).isBetween(MUTATION_COUNT / 20, MUTATION_COUNT - MUTATION_COUNT / 20);
    }

    private boolean isAccepted(CapturedStream stream, byte[] bytes, long seed) {
        try {
            SplittableRandom random = new SplittableRandom(seed);
            TransactionTracker tracker = StreamPlayer.inflatingTracker(
                    sink, DelaySource.COMMIT_TIMESTAMP, stream.checksumBytes(), heartbeat, payloads);
            tracker.openWindowAt(new WindowMark.AtPosition(stream.endPosition(), 0));
            new StreamPlayer(tracker, 16 * 1024).play(bytes, () -> random.nextInt(1, 4_000));
            return true;
        } catch (StreamEndedException e) {
            return true;
        } catch (StreamProtocolException | ServerErrorException e) {
            return false;
        } catch (IOException | RuntimeException e) {
            return fail(stream + " with seed " + seed, e);
        }
    }
}
