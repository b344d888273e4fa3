// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.summary.DurationSummary;
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
 * @param cdc the streams, all together; {@code null} for none
 * @param streams each of several streams; empty for a single one, and in the older rows of a long run
 * @param workloads each of several loads; empty for a single one, or none
 * @param probes other values of the same second
 * @param consumers each judged consumer; empty for none, before the measured part, and in the older rows of a long run
 */
public record SampleRow(
        long second,
        RunPart phase,
        double seconds,
        @Nullable Write write,
        @Nullable Cdc cdc,
        List<Stream> streams,
        List<Workload> workloads,
        Map<String, Double> probes,
        List<Consumer> consumers) {

    /** The part of a run that a second belongs to. */
    public enum RunPart {
        /** Load that no total contains. */
        WARM_UP,
        /** The measured part. */
        MEASURE,
        /** Nothing is written any more; the stream is followed to its end. */
        DRAIN
    }

    /** Shows whether a stream moves, and whether it should; for several, {@link #STUCK} if one of them is. */
    public enum Motion {
        /** Bytes arrived. */
        FLOWING,
        /** Nothing arrived, and the source has nothing more. */
        IDLE,
        /** Nothing arrived, although the source has more. */
        STUCK,
        /** Nothing arrived, and the source cannot be queried for unread data. */
        UNKNOWN
    }

    /**
     * The write side's second.
     *
     * @param values numbers by their names in result.json, without unknown ones: the methods below, and numbers without a method
     * @param latency commit acknowledged minus intended start
     * @param startDelay start minus intended start
     * @param serviceTime commit acknowledged minus start
     * @param latencyHistogram every latency of this second, as an HdrHistogram of µs, each within 2 %, in its compressed form (V2)
     *     and Base64; {@code null} for none
     * @param startDelayHistogram every start delay, likewise; {@code null} in a closed loop
     * @param transactionsByKind committed transactions by kind, such as {@code payment}, including kinds without commits; empty if
     *     all transactions are of one kind
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
     * @param delay of arrived transactions. If the stream is stuck, all values are at least {@link #unreadMillis()}
     * @param values numbers by their names in result.json, without unknown ones: the methods below, and numbers without a method
     * @param eventsByKind the events by the server's names
     * @param delayHistogram every delay that arrived in this second, as an HdrHistogram of µs, each within 2 %, in its compressed
     *     form (V2) and Base64; {@code null} for none
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

        /** Returns whether the stream moves. */
        public Motion state() {
            return Motion.values()[(int) number(values, "state")];
        }

        /** Returns the distance to the end of the server's log, in bytes; {@code null} if it cannot be queried. */
        public @Nullable Long behindBytes() {
            return whole(values, "behindBytes");
        }

        /** Returns the age of the oldest change known to be unread, in ms; 0 for none. */
        public double unreadMillis() {
            return number(values, "unreadMillis");
        }

        /**
         * Returns the load of the thread that reads the stream, in percent of one processor; for several streams the sum over their
         * threads, which can be above 100; {@code null} if the runtime does not report it.
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
     * A consumer's second. Unreported values are {@code null}.
     *
     * @param name its name
     * @param delay from the commit to its report, for completed transactions; {@code source} like in {@link ConsumerResult#delay()}
     * @param values numbers by their names in result.json, without unknown ones: the methods below
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
     * Returns the stream's second in a run with a stream, which is the default.
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
