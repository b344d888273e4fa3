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
 * @param seconds actual length of the sample
 * @param write the write side, or {@code null} if other clients wrote
 * @param cdc the stream; of several, all together; {@code null} where none is followed
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
        @Nullable Cdc cdc,
        List<Stream> streams,
        List<Workload> workloads,
        Map<String, Double> probes,
        List<Consumer> consumers) {

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
     * @param values numbers by their names in result.json, without those that are unknown: all that follow, and those without a method
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
            Map<String, Double> values,
            DurationSummary latency,
            DurationSummary startDelay,
            DurationSummary serviceTime,
            @Nullable String latencyHistogram,
            @Nullable String startDelayHistogram,
            Map<String, Long> transactionsByKind) {

        /** Workers. */
        public int threads() {
            return (int) number(values, "threads");
        }

        /** Committed transactions. */
        public long transactions() {
            return (long) number(values, "transactions");
        }

        /** Committed transactions per second. */
        public double transactionsPerSecond() {
            return number(values, "transactionsPerSecond");
        }

        /** Statements: {@link #reads()}, {@link #writes()} and {@link #other()}. */
        public long queries() {
            return (long) number(values, "queries");
        }

        /** Statements per second. */
        public double queriesPerSecond() {
            return number(values, "queriesPerSecond");
        }

        /** SELECT statements. */
        public long reads() {
            return (long) number(values, "reads");
        }

        /** INSERT, UPDATE and DELETE statements. */
        public long writes() {
            return (long) number(values, "writes");
        }

        /** BEGIN, COMMIT and anything else. */
        public long other() {
            return (long) number(values, "other");
        }

        /** Refused statements. */
        public long errors() {
            return (long) number(values, "errors");
        }

        /** Connections that broke and were replaced. */
        public long reconnects() {
            return (long) number(values, "reconnects");
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
     * @param delay of what arrived. Where the stream is stuck, all values are at least {@link #unreadMillis()}
     * @param values numbers by their names in result.json, without those that are unknown: all that follow, and those without a method
     * @param eventsByKind the events by the server's names
     * @param delayHistogram every delay that arrived in this second, as an HdrHistogram of µs, each within 2 %, in its compressed form (V2) and
     *     Base64; {@code null} where none did
     */
    public record Cdc(
            DurationSummary delay,
            Map<String, Double> values,
            Map<String, Long> eventsByKind,
            @Nullable String delayHistogram) {

        /** Bytes of complete transactions and other events. */
        public long bytes() {
            return (long) number(values, "bytes");
        }

        /** {@link #bytes()} per second. */
        public double bytesPerSecond() {
            return number(values, "bytesPerSecond");
        }

        /** Events. */
        public long events() {
            return (long) number(values, "events");
        }

        /** Events per second. */
        public double eventsPerSecond() {
            return number(values, "eventsPerSecond");
        }

        /** Transactions, heartbeats included. */
        public long transactions() {
            return (long) number(values, "transactions");
        }

        /** Transactions per second. */
        public double transactionsPerSecond() {
            return number(values, "transactionsPerSecond");
        }

        /** Heartbeat transactions among the transactions. */
        public long heartbeats() {
            return (long) number(values, "heartbeats");
        }

        /** Whether the stream moves. */
        public Motion state() {
            return Motion.values()[(int) number(values, "state")];
        }

        /** Distance to the end of the server's log, in bytes; {@code null} where it cannot be asked. */
        public @Nullable Long behindBytes() {
            return whole(values, "behindBytes");
        }

        /** Age of the oldest thing that is known to be unread, in ms; 0 where nothing is. */
        public double unreadMillis() {
            return number(values, "unreadMillis");
        }

        /**
         * Load of the thread that reads the stream, in percent of one processor; of several streams the sum over their threads, which can be
         * above 100; {@code null} where the runtime cannot tell.
         */
        public @Nullable Double readerCpuPercent() {
            return values.get("readerCpuPercent");
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
     * A consumer's second. What it does not report is {@code null}.
     *
     * @param name its name
     * @param delay from the commit to its report, of what became complete; {@code source} as in {@link ConsumerResult#delay()}
     * @param values numbers by their names in result.json, without those that are unknown: all that follow
     */
    public record Consumer(String name, DurationSummary delay, Map<String, Double> values) {

        /** Transactions of the run that became complete at it. */
        public long transactions() {
            return (long) number(values, "transactions");
        }

        /** Transactions per second. */
        public double transactionsPerSecond() {
            return number(values, "transactionsPerSecond");
        }

        /** Transactions that were committed and not complete at it, at the end of the second. */
        public long behind() {
            return (long) number(values, "behind");
        }

        /** Row changes that it reported. */
        public @Nullable Long rows() {
            return whole(values, "rows");
        }

        /** Row changes per second. */
        public @Nullable Double rowsPerSecond() {
            return values.get("rowsPerSecond");
        }

        /** Bytes that it reported. */
        public @Nullable Long bytes() {
            return whole(values, "bytes");
        }

        /** Bytes per second. */
        public @Nullable Double bytesPerSecond() {
            return values.get("bytesPerSecond");
        }

        /** Events that it reported. */
        public @Nullable Long events() {
            return whole(values, "events");
        }

        /** Events per second. */
        public @Nullable Double eventsPerSecond() {
            return values.get("eventsPerSecond");
        }
    }

    private static double number(Map<String, Double> values, String name) {
        return values.getOrDefault(name, 0.0);
    }

    private static @Nullable Long whole(Map<String, Double> values, String name) {
        Double value = values.get(name);
        return value == null ? null : (Long) value.longValue();
    }

    /**
     * The stream's second in a run that follows one, as all do that are not told otherwise.
     *
     * @throws IllegalStateException if none is followed
     */
    public Cdc stream() {
        if (cdc == null) {
            throw new IllegalStateException("no stream is followed in this run");
        }
        return cdc;
    }

    /** {@return the row without its single streams and consumers} */
    public SampleRow withoutStreams() {
        return new SampleRow(second, phase, seconds, write, cdc, List.of(), workloads, probes, List.of());
    }
}
