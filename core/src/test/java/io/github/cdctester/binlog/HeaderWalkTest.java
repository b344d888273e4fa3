// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.binlog.event.CapturedStream;
import io.github.cdctester.binlog.event.EventBody;
import io.github.cdctester.binlog.event.EventFramer;
import io.github.cdctester.binlog.event.EventHandler;
import io.github.cdctester.binlog.event.EventHeader;
import io.github.cdctester.binlog.event.HeartbeatRow;
import io.github.cdctester.binlog.event.StreamEndedException;
import io.github.cdctester.binlog.event.StreamProtocolException;
import io.github.cdctester.config.DelaySource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The short way tells what the long way tells, of good streams and of bad ones. */
class HeaderWalkTest {

    private static final int MUTATIONS = 500;

    /** Wants to see whole events, so that none is walked over. */
    private static final class LongWay implements EventBody {
        private long events;

        @Override
        public void begin(ByteBuffer buffer, int at, int prefix, EventHeader event) {
            events++;
        }

        @Override
        public void more(ByteBuffer buffer, int at, int count) {}

        @Override
        public void end() {}
    }

    private record Told(long fingerprint, String completed, long behindMicros, String end) {}

    @ParameterizedTest
    @MethodSource("io.github.cdctester.binlog.event.CapturedStream#all")
    void tellsTheSameOfRealStreams(CapturedStream stream) {
        for (DelaySource source : DelaySource.values()) {
            assertThat(told(stream, stream.bytes(), source, 0))
                    .isEqualTo(told(stream, stream.bytes(), source, 0, new LongWay()));
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.binlog.event.CapturedStream#all")
    void tellsTheSameOfBrokenStreams(CapturedStream stream) {
        for (long seed = 0; seed < MUTATIONS; seed++) {
            byte[] bytes = MutatedBytes.of(stream.bytes(), seed);
            assertThat(told(stream, bytes, DelaySource.COMMIT_TIMESTAMP, seed))
                    .as("seed " + seed)
                    .isEqualTo(told(stream, bytes, DelaySource.COMMIT_TIMESTAMP, seed, new LongWay()));
        }
    }

    @Test
    void takesNearlyAllOfAnOrdinaryLog() throws IOException {
        CapturedStream stream = CapturedStream.load("mysql-inserts");
        AtomicLong theLongWay = new AtomicLong();
        TransactionTracker tracker = Replay.tracker(new FingerprintSink(), stream.checksumBytes());
        EventHandler handler = new EventHandler() {
            @Override
            public boolean wholeEvents(ByteBuffer buffer) throws StreamProtocolException {
                return tracker.wholeEvents(buffer);
            }

            @Override
            public void eventBegin(ByteBuffer buffer, int at, int prefix, long length) throws StreamProtocolException {
                theLongWay.incrementAndGet();
                tracker.eventBegin(buffer, at, prefix, length);
            }

            @Override
            public void eventBody(ByteBuffer buffer, int at, int count) throws StreamProtocolException {
                tracker.eventBody(buffer, at, count);
            }

            @Override
            public void eventEnd() throws StreamProtocolException {
                tracker.eventEnd();
            }
        };
        ByteBuffer read = ByteBuffer.wrap(stream.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        assertThatThrownBy(() -> new EventFramer(handler).consume(read)).isInstanceOf(StreamEndedException.class);
        // 125 are those of row-based transactions; the others stand between them, or are DDL, or artificial
        assertThat(theLongWay.get()).isBetween(15L, 30L);
    }

    private static Told told(CapturedStream stream, byte[] bytes, DelaySource source, long seed, EventBody... bodies) {
        SplittableRandom random = new SplittableRandom(seed);
        FingerprintSink sink = new FingerprintSink();
        TransactionTracker tracker = new TransactionTracker(
                sink, source, 1_000, stream.checksumBytes(), new HeartbeatRow("cdc_tester", "heartbeat"), bodies);
        String end;
        try {
            new Replay(tracker, 16 * 1024).play(bytes, () -> random.nextInt(1, 4_000));
            end = "NONE";
        } catch (StreamEndedException e) {
            end = "END";
        } catch (IOException e) {
            end = e.toString();
        }
        return new Told(sink.fingerprint, sink.completed.toString(), tracker.behindMicros(), end);
    }
}
