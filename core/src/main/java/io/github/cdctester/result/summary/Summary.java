// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The measured part in numbers. They exclude the warm-up.
 *
 * @param seconds from the first measured start to the last acknowledged commit
 * @param cdc the stream; for several, the sum; {@code null} for none
 * @param streams each of several streams; empty for a single one, or none
 * @param overStreams their spread; {@code null} for a single one
 * @param write the write side, or {@code null} if other clients wrote
 * @param tester the tester's own consumption
 * @param probes values of probes, by series; empty for none
 */
public record Summary(
        double seconds,
        @Nullable CdcSummary cdc,
        List<StreamSummary> streams,
        @Nullable StreamSpread overStreams,
        @Nullable WriteSummary write,
        TesterSummary tester,
        List<ProbeSummary> probes) {

    /**
     * Returns a copy with the values of probes.
     *
     * @param read replaces {@link #probes}
     * @return the summary
     */
    public Summary withProbes(List<ProbeSummary> read) {
        return new Summary(seconds, cdc, streams, overStreams, write, tester, read);
    }

    /**
     * One series of a probe in the measured part.
     *
     * @param series its name, like in {@code SampleRow.probes}
     * @param seconds number of seconds with a value, each from the latest reading that was not too old
     * @param mean of these seconds, in the unit from {@code RunResult.probeUnits}
     * @param min the lowest
     * @param max the highest
     * @param figure our metric for a server's own figure; {@code null} for other series
     */
    public record ProbeSummary(
            String series,
            long seconds,
            double mean,
            double min,
            double max,
            @Nullable ServerFigure figure) {

        /**
         * A server's own number, compared with ours.
         *
         * @param metric the number of the result, such as {@code cdc.bytesPerSecond}; its name contains its unit
         * @param ours our value; {@code null} if it was not measured
         * @param theirs the mean of the series, in the same unit
         * @param ratio ours divided by theirs; {@code null} if one of them is unknown, or theirs is 0
         */
        public record ServerFigure(
                String metric,
                @Nullable Double ours,
                double theirs,
                @Nullable Double ratio) {}
    }

    /**
     * Returns the stream of a run with a stream, which is the default.
     *
     * @throws IllegalStateException if none was followed
     */
    public CdcSummary stream() {
        if (cdc == null) {
            throw new IllegalStateException("no stream was followed in this run");
        }
        return cdc;
    }

    /** {@return seconds that the stream took after the last commit; 0 if it was not behind, NaN if no stream was followed} */
    public double catchUpSeconds() {
        return cdc == null ? Double.NaN : Math.max(0, cdc.seconds() - seconds);
    }

    /**
     * Transactions that were committed in the measured part and arrived after it. Totals and delays include them, rates do not.
     *
     * @param seconds from the end of the measured part to the last of it; 0 for none
     * @param transactions transactions of all writers
     */
    public record Drain(double seconds, long transactions) {}

    /**
     * One of several streams.
     *
     * @param name its name
     * @param endpoint its server: {@code host:port}
     * @param cdc its contents
     * @param readerCpuSeconds CPU time of the thread that read it; -1 if the runtime does not report it
     * @param server information about its server
     * @param clock that server's clock compared with the tester's
     */
    public record StreamSummary(
            String name,
            String endpoint,
            CdcSummary cdc,
            double readerCpuSeconds,
            ServerSummary server,
            ClockSummary clock) {}

    /**
     * The spread of several streams.
     *
     * @param bytesPerSecond BPS
     * @param eventsPerSecond EPS
     * @param transactionsPerSecond TPS
     * @param delayP50Millis the streams' medians of DT; {@code null} if no stream had a delay
     * @param delayP99Millis likewise
     * @param delayMaxMillis likewise
     */
    public record StreamSpread(
            Range bytesPerSecond,
            Range eventsPerSecond,
            Range transactionsPerSecond,
            @Nullable Range delayP50Millis,
            @Nullable Range delayP99Millis,
            @Nullable Range delayMaxMillis) {

        /**
         * The values of several streams.
         *
         * @param min the lowest
         * @param avg their unweighted mean
         * @param max the highest
         */
        public record Range(double min, double avg, double max) {}

        /**
         * Compares streams.
         *
         * @param streams one at least
         * @return how far they are apart
         */
        public static StreamSpread of(List<CdcSummary> streams) {
            return new StreamSpread(
                    Objects.requireNonNull(range(streams, CdcSummary::bytesPerSecond)),
                    Objects.requireNonNull(range(streams, CdcSummary::eventsPerSecond)),
                    Objects.requireNonNull(range(streams, CdcSummary::transactionsPerSecond)),
                    range(streams, stream -> stream.delay().p50Millis()),
                    range(streams, stream -> stream.delay().p99Millis()),
                    range(streams, stream -> stream.delay().maxMillis()));
        }

        private static @Nullable Range range(List<CdcSummary> streams, Function<CdcSummary, @Nullable Double> value) {
            double[] values = streams.stream()
                    .map(value)
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .sorted()
                    .toArray();
            if (values.length == 0) {
                return null;
            }
            double sum = 0;
            for (double one : values) {
                sum += one;
            }
            return new Range(values[0], sum / values.length, values[values.length - 1]);
        }
    }

    /**
     * Resources used by the tester in the measured part and the drain; for the whole Java process, with worker nodes the
     * coordinator's.
     *
     * @param cpuSeconds user and system CPU time; -1 if the runtime does not report it
     * @param gcPauseMillis time in garbage collections
     * @param maxHeapBytes the sum of the heap pools' peaks since the process started
     * @param cpuSecondsPerGigabyte CPU seconds per 10⁹ bytes of the log, including the write side's share; {@code null} if too little
     *     was read
     * @param readerCpuSeconds CPU time of the thread that reads the stream; -1 if the runtime does not report it, or there is none
     * @param machineCpuPercent CPU time of all processes as a share of the machine's (or container's) processors, 0 to 100;
     *     {@code null} if the runtime does not report it
     * @param missedTicks seconds for which no sample could be taken in time; their numbers are in the next one
     * @param heartbeatReconnects how often the connection of the heartbeats broke and was replaced
     * @param probeReconnects how often a connection that queries the log's end broke and was replaced
     * @param nodes the worker nodes; empty for none
     */
    public record TesterSummary(
            double cpuSeconds,
            @Nullable Double cpuSecondsPerGigabyte,
            double readerCpuSeconds,
            @Nullable Double machineCpuPercent,
            long gcPauseMillis,
            long maxHeapBytes,
            long missedTicks,
            long heartbeatReconnects,
            long probeReconnects,
            List<NodeSummary> nodes) {

        public TesterSummary {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * Work and resources of one worker node in the measured part: they show whether it was the bottleneck.
     *
     * @param address its address at the coordinator: host and port, after a name with the address in parentheses
     * @param java the version of its Java
     * @param jdbcDriver the JDBC driver and its version; empty without writes
     * @param processors number available to its process, from 1
     * @param clock its time of day compared with the coordinator's
     * @param threads its workers of all loads together; 0 without writes
     * @param transactions its reported transactions; work after its last report is in no total
     * @param latency of these, like {@link WriteSummary#latency()}; no values if it was lost before the end of its load
     * @param startDelay of these, like {@link WriteSummary#startDelay()}; likewise
     * @param streams the names of its streams
     * @param cpuPercent CPU time of its process as a share of all its processors, 0 to 100, while it wrote or followed streams;
     *     {@code null} for less than about a second, or if its Java runtime does not report it
     * @param busiestCpuPercent usage in the busiest second
     * @param gcPauseMillis time in garbage collections meanwhile
     * @param maxHeapBytes the sum of its heap pools' peaks since its process started
     * @param lost why it was given up, as text; {@code null} if it stayed to the end
     */
    public record NodeSummary(
            String address,
            String java,
            String jdbcDriver,
            int processors,
            ClockSummary clock,
            int threads,
            long transactions,
            DurationSummary latency,
            DurationSummary startDelay,
            List<String> streams,
            @Nullable Double cpuPercent,
            @Nullable Double busiestCpuPercent,
            long gcPauseMillis,
            long maxHeapBytes,
            @Nullable String lost) {

        public NodeSummary {
            streams = List.copyOf(streams);
        }
    }
}
