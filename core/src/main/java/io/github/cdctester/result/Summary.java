// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.RunResult.ClockSummary;
import io.github.cdctester.result.RunResult.ServerSummary;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The measured part in numbers. The warm-up is in none of them.
 *
 * @param seconds from the first measured start to the last acknowledged commit
 * @param cdc the stream; of several, the sum; {@code null} where none was followed
 * @param streams each of several streams; empty where there is only one, or none
 * @param overStreams how far they are apart; {@code null} where there is only one
 * @param write the write side, or {@code null} if other clients wrote
 * @param tester the tester's own consumption
 * @param probes what probes read beside it, by series; empty where there were none
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
     * Makes the same summary with what probes read.
     *
     * @param read in place of {@link #probes}
     * @return the summary
     */
    public Summary withProbes(List<ProbeSummary> read) {
        return new Summary(seconds, cdc, streams, overStreams, write, tester, read);
    }

    /**
     * What one series of a probe was in the measured part.
     *
     * @param series its name, as in {@link SampleRow#probes()}
     * @param seconds how many seconds had a value, each the latest one that was not too old
     * @param mean of these seconds, in the unit that {@link RunResult#probeUnits()} has
     * @param min the lowest
     * @param max the highest
     * @param figure what it is the server's own figure of; {@code null} where it is none
     */
    public record ProbeSummary(
            String series,
            long seconds,
            double mean,
            double min,
            double max,
            @Nullable ServerFigure figure) {

        /**
         * A number of the server's own beside ours.
         *
         * @param metric which number of the result that is, such as {@code cdc.bytesPerSecond}; its unit is in its name
         * @param ours that number; {@code null} where it was not measured
         * @param theirs the mean of the series, in the same unit
         * @param ratio ours divided by theirs; {@code null} where one of them is not known, or theirs is 0
         */
        public record ServerFigure(
                String metric,
                @Nullable Double ours,
                double theirs,
                @Nullable Double ratio) {}
    }

    /**
     * The stream of a run that follows one, as all do that are not told otherwise.
     *
     * @throws IllegalStateException if none was followed
     */
    public CdcSummary stream() {
        if (cdc == null) {
            throw new IllegalStateException("no stream was followed in this run");
        }
        return cdc;
    }

    /** {@return seconds that the stream took after the last commit; 0 where it was not behind, NaN where none was followed} */
    public double catchUpSeconds() {
        return cdc == null ? Double.NaN : Math.max(0, cdc.seconds() - seconds);
    }

    /**
     * Transactions that were committed in the measured part and arrived after it. They are in totals and delays, and in no rate.
     *
     * @param seconds from the end of the measured part to the last of it; 0 where nothing came then
     * @param transactions transactions of the workload, or of others
     */
    public record Drain(double seconds, long transactions) {}

    /**
     * One of several streams.
     *
     * @param name its name
     * @param endpoint where it was subscribed to: {@code host:port}
     * @param cdc what it carried
     * @param readerCpuSeconds CPU time of the thread that read it; -1 where the runtime cannot tell
     * @param server what its server said about itself
     * @param clock that server's clock against the tester's
     */
    public record StreamSummary(
            String name,
            String endpoint,
            CdcSummary cdc,
            double readerCpuSeconds,
            ServerSummary server,
            ClockSummary clock) {}

    /**
     * How far several streams are apart.
     *
     * @param bytesPerSecond BPS
     * @param eventsPerSecond EPS
     * @param transactionsPerSecond TPS
     * @param delayP50Millis the streams' medians of DT; {@code null} where no stream had a delay
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
         * @param avg their mean, each stream counting the same
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
     * What the tester itself used in the measured part and the drain; of the whole Java process, which is the coordinator's where
     * there are worker nodes.
     *
     * @param cpuSeconds user and system CPU time; -1 where the runtime cannot tell
     * @param gcPauseMillis time in garbage collections
     * @param maxHeapBytes the sum of the heap pools' peaks since the process started
     * @param cpuSecondsPerGigabyte the same by 10⁹ bytes of the log, the write side's share included; {@code null} where too little
     *     was read to say so
     * @param readerCpuSeconds CPU time of the thread that reads the stream; -1 where the runtime cannot tell, or there is none
     * @param machineCpuPercent CPU time of all processes as a share of the machine's (or container's) processors, 0 to 100; {@code null} where
     *     the runtime cannot tell
     * @param missedTicks seconds for which no sample could be taken in time; their numbers are in the next one
     * @param heartbeatReconnects how often the connection of the heartbeats broke and was replaced
     * @param probeReconnects how often a connection broke and was replaced that asks where the log ends
     * @param nodes the worker nodes; empty where this process did all
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
     * What one worker node did in the measured part, and what that took: whether it was the limit shows here.
     *
     * @param address where the coordinator called it: host and port, behind a name with the address in parentheses
     * @param java the version of its Java
     * @param jdbcDriver the JDBC driver and its version; empty where it wrote nothing
     * @param processors how many its process may use, from 1
     * @param clock its time of day against the coordinator's
     * @param threads workers of all loads together that it had a part of; 0 where it wrote nothing
     * @param transactions those that it told of; what it did after its last word is in no total
     * @param latency of these, as {@link WriteSummary#latency()}; no values where it was lost before the end of its load
     * @param startDelay of these, as {@link WriteSummary#startDelay()}; likewise
     * @param streams the names of those that it followed
     * @param cpuPercent CPU time of its process as a share of all its processors, 0 to 100, while it wrote or followed streams; {@code null}
     *     where that was for less than a second or so, or its Java cannot tell
     * @param busiestCpuPercent the same in the busiest second
     * @param gcPauseMillis time in garbage collections meanwhile
     * @param maxHeapBytes the sum of its heap pools' peaks since its process started
     * @param lost why it was not counted on any more, in words; {@code null} where it was there to the end
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
