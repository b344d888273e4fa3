// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

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
 * @param consumers each consumer that is judged; empty where there is none, before the measured part, and in the older rows of a
 *     long run
 */
public record SampleRow(
        long second,
        Part phase,
        double seconds,
        @Nullable Write write,
        Cdc cdc,
        List<Stream> streams,
        List<Workload> workloads,
        Map<String, Double> probes,
        List<Consumer> consumers) {

    /**
     * A second in which no consumer is judged.
     *
     * @param second seconds from the start of the load, from 1
     * @param phase the part of the run
     * @param seconds how long the sample really is
     * @param write the write side, or {@code null} where somebody else wrote
     * @param cdc the stream; of several, all together
     * @param streams each of several streams
     * @param workloads each of several loads
     * @param probes other values of the same second
     */
    public SampleRow(
            long second,
            Part phase,
            double seconds,
            @Nullable Write write,
            Cdc cdc,
            List<Stream> streams,
            List<Workload> workloads,
            Map<String, Double> probes) {
        this(second, phase, seconds, write, cdc, streams, workloads, probes, List.of());
    }

    /** The part of a run that a second belongs to. */
    public enum Part {
        /** Load that no total contains. */
        WARM_UP,
        /** What is measured. */
        MEASURE,
        /** Nothing is written any more; the stream is followed to its end. */
        DRAIN
    }

    /** Whether a stream moves, and whether it should; of several, {@link #STUCK} where one of them is. */
    public enum Motion {
        /** Bytes arrived. */
        FLOWING,
        /** Nothing arrived, and the source has nothing more. */
        IDLE,
        /** Nothing arrived, although the source has more. */
        STUCK,
        /** Nothing arrived, and the source cannot be asked whether it has more. */
        UNKNOWN
    }

    /**
     * The write side's second.
     *
     * @param threads workers
     * @param transactions committed transactions
     * @param transactionsPerSecond the same as a rate
     * @param queries statements
     * @param queriesPerSecond the same as a rate
     * @param reads SELECT statements among them
     * @param writes INSERT, UPDATE and DELETE statements among them
     * @param other BEGIN, COMMIT and anything else among them
     * @param errors refused statements
     * @param reconnects connections that broke and were replaced
     * @param latency commit acknowledged minus intended start
     * @param startDelay start minus intended start
     * @param serviceTime commit acknowledged minus start
     * @param latencyHistogram every latency of this second, as an HdrHistogram of µs, each within 2 %, in its compressed form (V2) and Base64;
     *     {@code null} where there is none
     * @param startDelayHistogram every start delay, likewise; {@code null} in a closed loop
     * @param transactionsByKind committed transactions by kind, such as {@code payment}, those of which there were none included; empty
     *     where all transactions are of one kind
     */
    public record Write(
            int threads,
            long transactions,
            double transactionsPerSecond,
            long queries,
            double queriesPerSecond,
            long reads,
            long writes,
            long other,
            long errors,
            long reconnects,
            DurationSummary latency,
            DurationSummary startDelay,
            DurationSummary serviceTime,
            @Nullable String latencyHistogram,
            @Nullable String startDelayHistogram,
            Map<String, Long> transactionsByKind) {

        /**
         * A second of transactions of one kind.
         *
         * @param threads workers
         * @param transactions committed transactions
         * @param transactionsPerSecond the same as a rate
         * @param queries statements
         * @param queriesPerSecond the same as a rate
         * @param reads SELECT statements among them
         * @param writes INSERT, UPDATE and DELETE statements among them
         * @param other BEGIN, COMMIT and anything else among them
         * @param errors refused statements
         * @param reconnects connections that broke and were replaced
         * @param latency commit acknowledged minus intended start
         * @param startDelay start minus intended start
         * @param serviceTime commit acknowledged minus start
         * @param latencyHistogram every latency of this second, or {@code null}
         * @param startDelayHistogram every start delay, or {@code null}
         */
        public Write(
                int threads,
                long transactions,
                double transactionsPerSecond,
                long queries,
                double queriesPerSecond,
                long reads,
                long writes,
                long other,
                long errors,
                long reconnects,
                DurationSummary latency,
                DurationSummary startDelay,
                DurationSummary serviceTime,
                @Nullable String latencyHistogram,
                @Nullable String startDelayHistogram) {
            this(
                    threads,
                    transactions,
                    transactionsPerSecond,
                    queries,
                    queriesPerSecond,
                    reads,
                    writes,
                    other,
                    errors,
                    reconnects,
                    latency,
                    startDelay,
                    serviceTime,
                    latencyHistogram,
                    startDelayHistogram,
                    Map.of());
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
     * @param eventsByKind the events by the server's names
     * @param delayHistogram every delay that arrived in this second, as an HdrHistogram of µs, each within 2 %, in its compressed form (V2) and
     *     Base64; {@code null} where none did
     * @param readerCpuPercent how busy the thread was that reads the stream, in percent of one processor; of several streams the sum over their
     *     threads, which can be above 100; {@code null} where the runtime cannot tell
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
            Motion state,
            @Nullable Long behindBytes,
            double unreadMillis,
            Map<String, Long> eventsByKind,
            @Nullable String delayHistogram,
            @Nullable Double readerCpuPercent) {

        /**
         * A second of a stream of whose reader nothing is known.
         *
         * @param delay of what arrived
         * @param bytes bytes of complete transactions and other events
         * @param bytesPerSecond the same as a rate
         * @param events events
         * @param eventsPerSecond the same as a rate
         * @param transactions transactions
         * @param transactionsPerSecond the same as a rate
         * @param heartbeats heartbeat transactions among them
         * @param state whether the stream moves
         * @param behindBytes how far the server's log is ahead, or {@code null}
         * @param unreadMillis the age of the oldest thing that is known to be unread; 0 where nothing is
         * @param eventsByKind the events by the server's names
         * @param delayHistogram every delay that arrived in this second, or {@code null}
         */
        public Cdc(
                DurationSummary delay,
                long bytes,
                double bytesPerSecond,
                long events,
                double eventsPerSecond,
                long transactions,
                double transactionsPerSecond,
                long heartbeats,
                Motion state,
                @Nullable Long behindBytes,
                double unreadMillis,
                Map<String, Long> eventsByKind,
                @Nullable String delayHistogram) {
            this(
                    delay,
                    bytes,
                    bytesPerSecond,
                    events,
                    eventsPerSecond,
                    transactions,
                    transactionsPerSecond,
                    heartbeats,
                    state,
                    behindBytes,
                    unreadMillis,
                    eventsByKind,
                    delayHistogram,
                    null);
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
     * A consumer's second. What it does not say is {@code null}.
     *
     * @param name its name
     * @param delay from the commit to its report, of what became complete; {@code source} as in {@link ConsumerResult#delay()}
     * @param transactions transactions of the run that became complete at it
     * @param transactionsPerSecond the same as a rate
     * @param behind transactions that were committed and not complete at it, at the end of the second
     * @param rows row changes that it reported
     * @param rowsPerSecond the same as a rate
     * @param bytes bytes that it reported
     * @param bytesPerSecond the same as a rate
     * @param events events that it reported
     * @param eventsPerSecond the same as a rate
     */
    public record Consumer(
            String name,
            DurationSummary delay,
            long transactions,
            double transactionsPerSecond,
            long behind,
            @Nullable Long rows,
            @Nullable Double rowsPerSecond,
            @Nullable Long bytes,
            @Nullable Double bytesPerSecond,
            @Nullable Long events,
            @Nullable Double eventsPerSecond) {}

    /**
     * Forgets the single streams and consumers.
     *
     * @return a smaller row
     */
    public SampleRow withoutStreams() {
        return new SampleRow(second, phase, seconds, write, cdc, List.of(), workloads, probes);
    }
}
