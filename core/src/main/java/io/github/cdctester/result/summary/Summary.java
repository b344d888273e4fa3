// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Values of the measured part, without the warm-up.
 *
 * @param seconds length of the measured part, with a load until the last acknowledged commit; for a phase, its length
 * @param cdc values of the stream, or of all streams together; {@code null} without a stream
 * @param streams each stream if there are several; else empty
 * @param overStreams spread over the streams; {@code null} unless there are several
 * @param write the write side; {@code null} if other clients wrote
 * @param tester resource usage of the tester
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
     * @param newProbes replaces {@link #probes}
     * @return the summary
     */
    public Summary withProbes(List<ProbeSummary> newProbes) {
        return new Summary(seconds, cdc, streams, overStreams, write, tester, newProbes);
    }

    /**
     * One series of a probe in the measured part.
     *
     * @param series name of the series, as a key of {@code SampleRow.probes}
     * @param seconds number of seconds with a value; each value is the latest reading that was not too old
     * @param mean mean over these seconds, in the unit from {@code RunResult.probeUnits}
     * @param min the lowest value
     * @param max the highest value
     * @param figure comparison with a value of the result, if the series is the server's own measurement of this value;
     *     {@code null} for other series
     */
    public record ProbeSummary(
            String series,
            long seconds,
            double mean,
            double min,
            double max,
            @Nullable ServerFigure figure) {

        /**
         * A server's own measurement, compared with a value of the result.
         *
         * @param metric name of the value in the result, for example {@code cdc.bytesPerSecond}; contains the unit
         * @param ours value measured by the tester; {@code null} if not measured. Rates of the stream include the tester's
         *     heartbeats, like the server's own rates.
         * @param theirs mean of the server's series, in the same unit
         * @param ratio {@code ours} divided by {@code theirs}; {@code null} if either is unknown, or {@code theirs} is 0
         */
        public record ServerFigure(
                String metric,
                @Nullable Double ours,
                double theirs,
                @Nullable Double ratio) {}
    }

    /**
     * Returns {@link #cdc()}, which is present unless the run follows no stream.
     *
     * @throws IllegalStateException if no stream was followed
     */
    public CdcSummary stream() {
        if (cdc == null) {
            throw new IllegalStateException("no stream was followed in this run");
        }
        return cdc;
    }

    /** {@return seconds from the last commit to the end of the stream; 0 if the stream was not behind, NaN without a stream} */
    public double catchUpSeconds() {
        return cdc == null ? Double.NaN : Math.max(0, cdc.seconds() - seconds);
    }

    /**
     * Transactions that were committed in the measured part and arrived after it. Totals and delays include them, rates do not.
     *
     * @param seconds time from the end of the measured part to the last arrival; 0 for none
     * @param transactions number of transactions of all writers
     */
    public record Drain(double seconds, long transactions) {}

    /**
     * One of several streams.
     *
     * @param name name of the stream
     * @param endpoint address of the server: {@code host:port}
     * @param cdc values of the stream
     * @param readerCpuSeconds CPU time of the stream's reader thread without the warm-up; -1 if the Java runtime does not report it
     * @param server information about the server
     * @param clock clock offset of the server
     */
    public record StreamSummary(
            String name,
            String endpoint,
            CdcSummary cdc,
            double readerCpuSeconds,
            ServerSummary server,
            ClockSummary clock) {}

    /**
     * Minimum, mean and maximum of each value over several streams.
     *
     * @param bytesPerSecond bytes per second (BPS)
     * @param eventsPerSecond events per second (EPS)
     * @param transactionsPerSecond transactions per second (TPS)
     * @param delayP50Millis medians of the delay time (DT); {@code null} if no stream had a delay
     * @param delayP99Millis 99th percentiles of DT; {@code null} if no stream had a delay
     * @param delayMaxMillis maximums of DT; {@code null} if no stream had a delay
     */
    public record StreamSpread(
            Range bytesPerSecond,
            Range eventsPerSecond,
            Range transactionsPerSecond,
            @Nullable Range delayP50Millis,
            @Nullable Range delayP99Millis,
            @Nullable Range delayMaxMillis) {

        /**
         * Range of a value over several streams.
         *
         * @param min the lowest value
         * @param avg the unweighted mean
         * @param max the highest value
         */
        public record Range(double min, double avg, double max) {}

        /**
         * Calculates the spread over streams.
         *
         * @param streams at least one stream
         * @return the spread
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
            for (double streamValue : values) {
                sum += streamValue;
            }
            return new Range(values[0], sum / values.length, values[values.length - 1]);
        }
    }

    /**
     * Resources used by the tester in the measured part and the drain, without the wait for consumers. Unless stated otherwise,
     * values cover the complete Java process; with worker nodes, only the coordinator.
     *
     * @param cpuSeconds user and system CPU time; -1 if the Java runtime does not report it
     * @param gcPauseMillis time in garbage collections
     * @param maxHeapBytes sum of the peak usages of the heap's memory pools since the process started
     * @param cpuSecondsPerGigabyte CPU seconds per 10⁹ bytes of the log, including the CPU time of the load; {@code null} if
     *     unknown, or for less than 10 MB
     * @param readerCpuSeconds CPU time of the reader's thread without the warm-up; -1 if the Java runtime does not report it, or without a stream
     * @param machineCpuPercent CPU time of all processes as a share of the processors of the machine or container, 0 to 100;
     *     {@code null} if the Java runtime does not report it
     * @param missedTicks number of seconds without a sample in time; the next sample includes their values
     * @param heartbeatReconnects number of broken heartbeat connections that were replaced
     * @param probeReconnects number of broken connections for queries of the log's end that were replaced
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
     * Work and resources of one worker node in the measured part, which show whether the node was the bottleneck.
     *
     * @param address host and port of the node as the coordinator sees them; after a host name, the address follows in
     *     parentheses
     * @param java Java version
     * @param jdbcDriver the JDBC driver and its version; empty if no load on the node uses it
     * @param clients clients of the node's loads, by name of the load; empty in older results
     * @param processors processors available to the node's process, at least 1
     * @param clock offset of the node's clock from the coordinator's clock
     * @param threads workers of all loads on the node; 0 without writes
     * @param transactions transactions that the node reported; no total includes work after its last report
     * @param latency latency of these transactions, see {@link WriteSummary#latency()}; empty if the node was lost before the
     *     end of its load
     * @param startDelay start delay of these transactions, see {@link WriteSummary#startDelay()}; empty if the node was lost
     *     before the end of its load
     * @param streams names of the streams that the node reads
     * @param cpuPercent CPU time of the process as a share of all its processors, 0 to 100, while it wrote or read
     *     streams; {@code null} for less than about a second, or if the Java runtime does not report it
     * @param busiestCpuPercent {@code cpuPercent} of the busiest second
     * @param gcPauseMillis time in garbage collections in the same period
     * @param maxHeapBytes sum of the peak usages of the heap's memory pools since the process started
     * @param lost reason if the node was lost, as text; {@code null} if it stayed to the end
     */
    public record NodeSummary(
            String address,
            String java,
            String jdbcDriver,
            List<LoadClient> clients,
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
            clients = clients == null ? List.of() : List.copyOf(clients);
            streams = List.copyOf(streams);
        }
    }
}
