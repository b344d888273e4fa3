// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.workload.StatementTally;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SamplerTest {

    private static final long SECOND_NANOS = 1_000_000_000;

    private final WriteMeter writes = new WriteMeter(List.of("insert"), true);
    private final BinlogMeter stream = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
    private final StatementTally tally = new StatementTally();
    private long behindBytes;
    private long unreadMicros;
    private final MeteredStream meteredStream =
            new MeteredStream("a", stream, () -> new MeteredStream.Backlog(behindBytes, unreadMicros), () -> -1);
    private final Sampler sampler =
            new Sampler(List.of(new MeteredLoad("oltp_insert", writes, 16, () -> true)), List.of(meteredStream));

    @Test
    void hasNoRatesInSecondWithoutDuration() {
        sampler.start(5 * SECOND_NANOS);
        recordWrites(3);
        Sample sample = sampler.tick(Phase.MEASURE, 5 * SECOND_NANOS);

        Map<String, Double> columns = sample.write().orElseThrow().columns(sample.seconds());
        assertThat(columns).containsEntry(Metric.WRITE_TRANSACTIONS.column(), 3.0);
        assertThat(columns.values()).allMatch(Double::isFinite);
    }

    @Test
    void samplesDifferences() {
        sampler.start(5 * SECOND_NANOS);
        recordWrites(3);
        recordTransactions(2);
        Sample first = sampler.tick(Phase.WARM_UP, 6 * SECOND_NANOS);
        recordWrites(1);
        recordTransactions(2);
        Sample second = sampler.tick(Phase.MEASURE, 8 * SECOND_NANOS);

        assertThat(first.second()).isEqualTo(1);
        assertThat(first.phase()).isEqualTo(Phase.WARM_UP);
        assertThat(first.seconds()).isEqualTo(1);
        assertThat(first.write().orElseThrow().count(Metric.WRITE_TRANSACTIONS)).isEqualTo(3);
        assertThat(first.write().orElseThrow().count(Metric.THREADS)).isEqualTo(16);
        assertThat(first.cdc().count(Metric.TRANSACTIONS)).isEqualTo(2);
        assertThat(first.cdc().durations(Metric.DELAY).count()).isEqualTo(2);

        assertThat(second.second()).isEqualTo(2);
        assertThat(second.phase()).isEqualTo(Phase.MEASURE);
        assertThat(second.seconds()).isEqualTo(2);
        assertThat(second.write().orElseThrow().count(Metric.WRITE_TRANSACTIONS))
                .isEqualTo(1);
        assertThat(second.write().orElseThrow().durations(Metric.LATENCY).count())
                .isEqualTo(1);
        assertThat(second.cdc().count(Metric.TRANSACTIONS)).isEqualTo(2);
    }

    @Test
    void keepsTotalsOfMeasuredPart() {
        sampler.start(0);
        recordWrites(3);
        recordTransactions(2);
        sampler.tick(Phase.WARM_UP, SECOND_NANOS);
        sampler.openWindow();
        stream.windowOpened("binlog.000001", 99);
        recordWrites(4);
        recordTransactions(1);
        sampler.tick(Phase.MEASURE, 2 * SECOND_NANOS);
        recordWrites(1);
        recordTransactions(6);
        sampler.tick(Phase.DRAIN, 3 * SECOND_NANOS);
        LoadSampler load = sampler.loads().get(0);
        assertThat(load.windowCounts().get(Metric.WRITE_TRANSACTIONS)).isEqualTo(5);
        assertThat(load.windowDurations().latency().count()).isEqualTo(5);
        assertThat(load.windowDurations().startDelay().count()).isEqualTo(5);
        assertThat(load.windowDurations().serviceTime().maxMillis()).isEqualTo(1, within(0.001));
        assertThat(sampler.streams().get(0).windowDelays(false).lastByte().count())
                .isEqualTo(7);
    }

    @Test
    void separatesArrivalsFromMeasuredPart() {
        sampler.start(0);
        recordTransactions(2);
        sampler.openWindow();
        recordTransactions(3); // already sent when the window opened
        stream.windowOpened("binlog.000001", 99);
        recordTransactions(4);
        StreamSampler streamSampler = sampler.streams().get(0);
        assertThat(streamSampler.arrivedInWindow()).isEmpty();
        assertThat(streamSampler.countsAtWindowEnd()).isEmpty();
        sampler.closeWindow();
        recordTransactions(6);

        assertThat(streamSampler.arrivedInWindow().orElseThrow().get(Metric.TRANSACTIONS))
                .isEqualTo(7);
        assertThat(streamSampler.countsAtWindowEnd().orElseThrow().get(Metric.TRANSACTIONS))
                .isEqualTo(4);
    }

    /** Each transaction belongs to one interval, even if one interval ends and the next starts in the same sample. */
    @Test
    void intervalsAreIndependentOfSampleEnds() {
        stream.windowOpened("binlog.000001", 4);
        sampler.start(0);
        recordTransactions(3); // before the first interval
        sampler.beginInterval();
        recordTransactions(5);
        recordHeartbeat(100);
        sampler.tick(Phase.MEASURE, SECOND_NANOS);
        recordTransactions(2);
        Sampler.Interval first = sampler.endInterval().get(0);
        sampler.beginInterval();
        recordTransactions(7);
        Sample sharedSample = sampler.tick(Phase.MEASURE, 2 * SECOND_NANOS);
        Sampler.Interval second = sampler.endInterval().get(0);
        recordTransactions(11); // after the last interval
        Sample last = sampler.tick(Phase.DRAIN, 3 * SECOND_NANOS);

        assertThat(first.counts().get(Metric.TRANSACTIONS)).isEqualTo(8);
        assertThat(first.counts().get(Metric.BYTES)).isEqualTo(7 * 31 + 100);
        assertThat(first.counts().get(Metric.HEARTBEATS)).isEqualTo(1);
        assertThat(first.counts().get(Metric.HEARTBEAT_BYTES)).isEqualTo(100);
        assertThat(first.counts().eventsByKind()).containsExactlyEntriesOf(Map.of("XID", 8L));
        assertThat(first.delays().lastByte().count()).isEqualTo(7);
        assertThat(first.delays().firstByte().count()).isEqualTo(7);
        assertThat(first.delays().endToEnd().count()).isZero();
        assertThat(first.to()).isEqualTo(new LogPosition("binlog.000001", 99));
        assertThat(second.counts().get(Metric.TRANSACTIONS)).isEqualTo(7);
        assertThat(second.delays().lastByte().count()).isEqualTo(7);
        assertThat(sharedSample.cdc().count(Metric.TRANSACTIONS)).isEqualTo(9);
        assertThat(sharedSample.cdc().durations(Metric.DELAY).count()).isEqualTo(9);
        assertThat(last.cdc().durations(Metric.DELAY).count()).isEqualTo(11);
        assertThat(sampler.streams().get(0).windowDelays(false).lastByte().count())
                .isEqualTo(28);
        assertThatThrownBy(sampler::endInterval).isInstanceOf(IllegalStateException.class);
    }

    private void recordHeartbeat(long bytes) {
        stream.event(16, bytes);
        stream.heartbeatEnd(1, 1_000, 2_000);
        stream.readEnd("binlog.000001", 99, 3_000);
    }

    @Test
    void distinguishesIdleFromStuck() {
        sampler.start(0);
        recordTransactions(1);
        behindBytes = 100;
        assertThat(state(sampler.tick(Phase.MEASURE, SECOND_NANOS).cdc())).isEqualTo(StreamState.FLOWING);
        assertThat(state(sampler.tick(Phase.MEASURE, 2 * SECOND_NANOS).cdc())).isEqualTo(StreamState.STUCK);
        behindBytes = 0;
        assertThat(state(sampler.tick(Phase.MEASURE, 3 * SECOND_NANOS).cdc())).isEqualTo(StreamState.IDLE);
        behindBytes = -1;
        Sample unknownSample = sampler.tick(Phase.MEASURE, 4 * SECOND_NANOS);
        assertThat(state(unknownSample.cdc())).isEqualTo(StreamState.UNKNOWN);
        assertThat(unknownSample.cdc().get(Metric.BEHIND_BYTES)).isNaN();
    }

    @Test
    void isStuckWithUnreadDataAndSilentServer() {
        sampler.start(0);
        behindBytes = -1;
        unreadMicros = 5_000; // a heartbeat has not arrived yet
        assertThat(state(sampler.tick(Phase.MEASURE, SECOND_NANOS).cdc())).isEqualTo(StreamState.UNKNOWN);
        unreadMicros = 1_500_000;
        MetricValues stuckValues = sampler.tick(Phase.MEASURE, 2 * SECOND_NANOS).cdc();
        assertThat(state(stuckValues)).isEqualTo(StreamState.STUCK);
        assertThat(stuckValues.get(Metric.UNREAD_MILLIS)).isEqualTo(1_500);
    }

    /** The first value excludes earlier CPU time of the thread. */
    @Test
    void measuresCpuOfReaderPerSecond() {
        long[] cpuNanos = {7 * SECOND_NANOS};
        Sampler cpuSampler = new Sampler(
                List.of(),
                List.of(new MeteredStream("a", stream, () -> new MeteredStream.Backlog(0, 0), () -> cpuNanos[0])));
        cpuSampler.start(0);
        cpuNanos[0] += 400;
        assertThat(cpuSampler.tick(Phase.WARM_UP, SECOND_NANOS).cdc().get(Metric.READER_CPU_PERCENT))
                .isEqualTo(400 / 1e7);
        cpuNanos[0] += 50;
        cpuSampler.openWindow();
        cpuNanos[0] += 5;
        assertThat(cpuSampler.tick(Phase.MEASURE, 2 * SECOND_NANOS).cdc().get(Metric.READER_CPU_PERCENT))
                .isEqualTo(55 / 1e7);
        cpuNanos[0] = -1;
        assertThat(cpuSampler.tick(Phase.MEASURE, 3 * SECOND_NANOS).cdc().get(Metric.READER_CPU_PERCENT))
                .isNaN();
        cpuNanos[0] = 9;
        assertThat(cpuSampler.tick(Phase.MEASURE, 4 * SECOND_NANOS).cdc().get(Metric.READER_CPU_PERCENT))
                .isNaN();
    }

    @Test
    void addsUpReaderCpuIfAllAreKnown() {
        MeteredStream otherStream = new MeteredStream(
                "b",
                new BinlogMeter(DelaySource.COMMIT_TIMESTAMP),
                () -> new MeteredStream.Backlog(0, 0),
                System::nanoTime);
        Sampler knownSampler = new Sampler(List.of(), List.of(otherStream, otherStream));
        knownSampler.start(0);
        Sample sum = knownSampler.tick(Phase.MEASURE, SECOND_NANOS);
        Sampler partlyKnownSampler = new Sampler(List.of(), List.of(meteredStream, otherStream));
        partlyKnownSampler.start(0);

        assertThat(sum.cdc().get(Metric.READER_CPU_PERCENT))
                .isEqualTo(sum.streams().get(0).values().get(Metric.READER_CPU_PERCENT)
                        + sum.streams().get(1).values().get(Metric.READER_CPU_PERCENT))
                .isPositive();
        assertThat(partlyKnownSampler.tick(Phase.MEASURE, SECOND_NANOS).cdc().get(Metric.READER_CPU_PERCENT))
                .isNaN();
    }

    @Test
    void addsStreamsUp() {
        BinlogMeter second = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        Sampler samplerOfBoth = new Sampler(
                List.of(),
                List.of(
                        meteredStream,
                        new MeteredStream("b", second, () -> new MeteredStream.Backlog(7, 2_000_000), () -> -1)));
        samplerOfBoth.start(0);
        behindBytes = 5;
        recordTransactions(3);
        Sample sample = samplerOfBoth.tick(Phase.MEASURE, SECOND_NANOS);
        assertThat(sample.streams()).extracting(Sample.NamedValues::name).containsExactly("a", "b");
        assertThat(state(sample.streams().get(0).values())).isEqualTo(StreamState.FLOWING);
        assertThat(state(sample.streams().get(1).values())).isEqualTo(StreamState.STUCK);
        assertThat(state(sample.cdc())).isEqualTo(StreamState.STUCK);
        assertThat(sample.cdc().get(Metric.BEHIND_BYTES)).isEqualTo(12);
        assertThat(sample.cdc().get(Metric.UNREAD_MILLIS)).isEqualTo(2_000);
        assertThat(sample.cdc().durations(Metric.DELAY).count()).isEqualTo(3);
        assertThat(sample.cdc().count(Metric.TRANSACTIONS)).isEqualTo(3);
    }

    @Test
    void separatesDelaysBySource() {
        BinlogMeter comparingMeter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP, EnumSet.allOf(DelaySource.class), 0);
        Sampler comparingSampler = new Sampler(
                List.of(),
                List.of(new MeteredStream("a", comparingMeter, () -> MeteredStream.Backlog.UNKNOWN, () -> -1)));
        comparingSampler.start(0);
        transaction(comparingMeter);
        comparingMeter.readEnd("binlog.000001", 50, 9_000);
        comparingMeter.windowOpened("binlog.000001", 50);
        transaction(comparingMeter);
        transaction(comparingMeter);
        comparingMeter.heartbeatEnd(1, 3_000, 9_000);
        comparingMeter.readEnd("binlog.000001", 99, 9_000);
        comparingSampler.tick(Phase.MEASURE, SECOND_NANOS);
        Map<DelaySource, Distribution> delays =
                comparingSampler.streams().get(0).windowDelays(false).bySource();
        assertThat(delays.get(DelaySource.COMMIT_TIMESTAMP).count()).isEqualTo(2);
        assertThat(delays.get(DelaySource.COMMIT_TIMESTAMP).maxMillis()).isEqualTo(8, within(0.01));
        assertThat(delays.get(DelaySource.EVENT_HEADER).count()).isEqualTo(2);
        assertThat(delays.get(DelaySource.EVENT_HEADER).maxMillis()).isEqualTo(9, within(0.01));
        assertThat(delays.get(DelaySource.HEARTBEAT).count()).isEqualTo(1);
        assertThat(delays.get(DelaySource.HEARTBEAT).maxMillis()).isEqualTo(6, within(0.01));
    }

    private static void transaction(BinlogMeter meter) {
        meter.event(16, 31);
        meter.commitTimes(1_000, 0, 9_000);
        meter.transactionEnd(1_000, BinlogSink.UNKNOWN_MICROS, 9_000, 9_000);
    }

    @Test
    void isFlowingInsideLongTransaction() {
        sampler.start(0);
        stream.event(30, 8_000);
        stream.readEnd("binlog.000001", 4, 1);
        Sample sample = sampler.tick(Phase.MEASURE, SECOND_NANOS);
        assertThat(state(sample.cdc())).isEqualTo(StreamState.FLOWING);
        assertThat(sample.cdc().count(Metric.EVENTS)).isZero();
    }

    @Test
    void hasNoWriteValuesIfRunHasNoLoad() {
        Sampler readOnlySampler = new Sampler(
                List.of(), List.of(new MeteredStream("a", stream, () -> MeteredStream.Backlog.UNKNOWN, () -> -1)));
        readOnlySampler.start(0);
        recordTransactions(1);
        assertThat(readOnlySampler.tick(Phase.MEASURE, SECOND_NANOS).write()).isEmpty();
        assertThat(readOnlySampler.loads()).isEmpty();
    }

    @Test
    void mergesLoadsAndStreams() {
        sampler.start(0);
        recordWrites(3);
        recordTransactions(2);
        behindBytes = 10;
        Sample first = sampler.tick(Phase.MEASURE, SECOND_NANOS);
        recordWrites(1);
        Sample second = sampler.tick(Phase.MEASURE, 3 * SECOND_NANOS);
        MetricValues write = MetricValues.merge(
                List.of(first.write().orElseThrow(), second.write().orElseThrow()));
        MetricValues cdc = MetricValues.merge(List.of(first.cdc(), second.cdc()));
        assertThat(write.count(Metric.WRITE_TRANSACTIONS)).isEqualTo(4);
        assertThat(write.parts(Metric.WRITE_TRANSACTIONS)).isEqualTo(Map.of("insert", 4L));
        assertThat(write.count(Metric.THREADS)).isEqualTo(32);
        assertThat(cdc.count(Metric.TRANSACTIONS)).isEqualTo(2);
        assertThat(cdc.get(Metric.BEHIND_BYTES)).isEqualTo(20);
        assertThat(state(cdc)).isEqualTo(StreamState.STUCK);
    }

    private static StreamState state(MetricValues stream) {
        return StreamState.ofOrdinal(stream.get(Metric.STATE));
    }

    private void recordWrites(int transactions) {
        for (int i = 0; i < transactions; i++) {
            writes.transaction(0, 0, 1_000_000, 2_000_000, tally);
        }
    }

    private void recordTransactions(int transactions) {
        for (int i = 0; i < transactions; i++) {
            stream.event(16, 31);
            stream.transactionEnd(1_000, BinlogSink.UNKNOWN_MICROS, 2_000, 2_000);
        }
        stream.readEnd("binlog.000001", 99, 3_000);
    }
}
