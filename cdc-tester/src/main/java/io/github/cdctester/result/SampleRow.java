// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.StreamState;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One second of a run.
 *
 * @param second seconds from the start of the load, from 1
 * @param phase the part of the run
 * @param seconds how long the sample really is
 * @param write the write side, or {@code null} where somebody else wrote
 * @param cdc the stream; of several, all together
 * @param streams each of several streams; empty where there is only one, and in the older rows of a long run
 * @param workloads each of several loads; empty where there is only one, or none
 * @param probes other values of the same second
 */
public record SampleRow(
        long second,
        Phase phase,
        double seconds,
        @Nullable Write write,
        Cdc cdc,
        List<Stream> streams,
        List<Workload> workloads,
        Map<String, Double> probes) {

    /**
     * The write side's second.
     *
     * @param threads workers
     * @param transactions committed transactions
     * @param transactionsPerSecond the same as a rate
     * @param queries statements
     * @param queriesPerSecond the same as a rate
     * @param errors refused statements
     * @param latency commit acknowledged minus intended start
     * @param startDelay start minus intended start
     * @param serviceTime commit acknowledged minus start
     */
    public record Write(
            int threads,
            long transactions,
            double transactionsPerSecond,
            long queries,
            double queriesPerSecond,
            long errors,
            DurationSummary latency,
            DurationSummary startDelay,
            DurationSummary serviceTime) {

        static Write of(Sample.Write side, double seconds) {
            return new Write(
                    side.threads(),
                    side.counts().transactions(),
                    side.counts().transactions() / seconds,
                    side.counts().queries(),
                    side.counts().queries() / seconds,
                    side.counts().errors(),
                    DurationSummary.of(null, side.latency()),
                    DurationSummary.of(null, side.startDelay()),
                    DurationSummary.of(null, side.durations().serviceTime()));
        }
    }

    /**
     * One of several loads.
     *
     * @param name its workload's name
     * @param write its second
     */
    public record Workload(String name, Write write) {}

    /**
     * The stream's second.
     *
     * @param delay of what arrived. Where the stream is stuck, all values are at least {@code unreadMillis}
     * @param bytes bytes of complete transactions and other events
     * @param bytesPerSecond the same as a rate
     * @param events events
     * @param eventsPerSecond the same as a rate
     * @param transactions transactions
     * @param transactionsPerSecond the same as a rate
     * @param heartbeats heartbeat transactions among them
     * @param state whether the stream moves
     * @param behindBytes how far the server's log is ahead; {@code null} where it cannot be asked
     * @param unreadMillis the age of the oldest thing that is known to be unread; 0 where nothing is
     */
    public record Cdc(
            DurationSummary delay,
            long bytes,
            double bytesPerSecond,
            long events,
            double eventsPerSecond,
            long transactions,
            double transactionsPerSecond,
            long heartbeats,
            StreamState state,
            @Nullable Long behindBytes,
            double unreadMillis) {

        static Cdc of(Sample.Cdc cdc, double seconds, String delaySource) {
            double unreadMillis = cdc.unreadMicros() / 1_000.0;
            DurationSummary delay = DurationSummary.of(delaySource, cdc.delay());
            return new Cdc(
                    cdc.state() == StreamState.STUCK ? delay.atLeast(unreadMillis) : delay,
                    cdc.counts().bytes(),
                    cdc.counts().bytes() / seconds,
                    cdc.counts().events(),
                    cdc.counts().events() / seconds,
                    cdc.counts().transactions(),
                    cdc.counts().transactions() / seconds,
                    cdc.counts().heartbeatTransactions(),
                    cdc.state(),
                    cdc.behindBytes() < 0 ? null : cdc.behindBytes(),
                    unreadMillis);
        }
    }

    /**
     * One of several streams.
     *
     * @param name its name
     * @param cdc its second
     */
    public record Stream(String name, Cdc cdc) {}

    /**
     * Forgets the single streams.
     *
     * @return a smaller row
     */
    public SampleRow withoutStreams() {
        return new SampleRow(second, phase, seconds, write, cdc, List.of(), workloads, probes);
    }

    /**
     * Makes a row of a sample.
     *
     * @param sample one second
     * @param delaySource where its delays come from
     * @return the row, without the sample's histograms
     */
    public static SampleRow of(Sample sample, String delaySource) {
        double seconds = sample.seconds();
        Write write = sample.write().map(side -> Write.of(side, seconds)).orElse(null);
        return new SampleRow(
                sample.second(),
                sample.phase(),
                seconds,
                write,
                Cdc.of(sample.cdc(), seconds, delaySource),
                sample.streams().stream()
                        .map(stream -> new Stream(stream.name(), Cdc.of(stream.cdc(), seconds, delaySource)))
                        .toList(),
                sample.loads().stream()
                        .map(load -> new Workload(load.workload(), Write.of(load.write(), seconds)))
                        .toList(),
                Map.of());
    }
}
