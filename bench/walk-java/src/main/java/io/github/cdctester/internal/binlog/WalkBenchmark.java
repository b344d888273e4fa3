// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.connection.ByteSource;
import io.github.cdctester.internal.binlog.event.ChecksumCheck;
import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.StreamCounts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The reader's loop without a socket. The bytes are copied from a recording into a buffer of {@link LogFollower}'s
 * size. Each operation is one pass over the recording. It has a new tracker and meter, so that numbers of the previous
 * pass are not duplicates. Each pass checks its counts.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WalkBenchmark {

    @Param("")
    public String file;

    @Param("64000000")
    public int bytes;

    private RecordedLog log;
    private ByteBuffer buffer;
    private ByteBuffer remaining;

    @Setup
    public void record() throws IOException {
        log = RecordedLog.of(Path.of(file), bytes);
        buffer = ByteBuffer.allocateDirect(ByteSource.BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        remaining = log.wire().duplicate();
    }

    /** Measures copying the bytes, which the other benchmarks include. */
    @Benchmark
    public long copying() {
        long sum = 0;
        remaining.rewind();
        while (remaining.hasRemaining()) {
            buffer.clear();
            fill();
            sum += buffer.flip().getLong(0);
        }
        return sum;
    }

    @Benchmark
    public long headers() throws Exception {
        return pass(meter -> new EventBody[0]);
    }

    @Benchmark
    public long checksums() throws Exception {
        return pass(meter -> new EventBody[] {new ChecksumCheck()});
    }

    @Benchmark
    public long rows() throws Exception {
        return pass(meter -> new EventBody[] {new RowCounter(meter)});
    }

    private long pass(Function<BinlogMeter, EventBody[]> bodies) throws Exception {
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        TransactionTracker tracker = new TransactionTracker(
                meter, DelaySource.COMMIT_TIMESTAMP, 0, Integer.BYTES, null, bodies.apply(meter));
        tracker.track(ExecutedGtids.withGtids(false), TransactionWatch.NONE);
        tracker.onDumpBegin(false, false, Integer.BYTES);
        EventFramer framer = new EventFramer(tracker);
        remaining.rewind();
        buffer.clear().limit(0);
        while (remaining.hasRemaining()) {
            buffer.compact();
            fill();
            tracker.readBegin(System.currentTimeMillis() * 1_000);
            framer.consume(buffer.flip());
            tracker.readEnd();
        }
        StreamCounts counted = meter.snapshot().counts();
        if (counted.get(Metric.EVENTS) != log.events()
                || counted.get(Metric.TRANSACTIONS) != log.transactions()
                || counted.get(Metric.BYTES) != log.logBytes()) {
            throw new IllegalStateException(
                    "counted " + counted.get(Metric.EVENTS) + " events, " + counted.get(Metric.TRANSACTIONS)
                            + " transactions, " + counted.get(Metric.BYTES) + " bytes of " + log);
        }
        return counted.get(Metric.BYTES);
    }

    private void fill() {
        int end = remaining.limit();
        remaining.limit(Math.min(end, remaining.position() + buffer.remaining()));
        buffer.put(remaining);
        remaining.limit(end);
    }
}
