// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.sample;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One second of a run.
 *
 * @param second number of the second since the start of the load, from 1
 * @param phase the part of the run
 * @param seconds actual length of the sample, in s
 * @param write the write side; {@code null} if other clients wrote
 * @param cdc all streams together; {@code null} for none
 * @param streams each stream if there are several; else empty. Also empty in old rows of a long run.
 * @param workloads each load if there are several; else empty
 * @param probes values of probes by series
 * @param consumers each judged consumer; empty before the measured part, and in old rows of a long run
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

    /** The part of a run to which a second belongs. */
    public enum RunPart {
        /** Load before the measured part; excluded from all totals. */
        WARM_UP,
        /** The measured part. */
        MEASURE,
        /** The load has ended; the stream is read up to its end. */
        DRAIN
    }

    /** State of a stream: whether bytes arrived, and if not, why. For several streams, {@link #STUCK} if any stream is stuck. */
    public enum Motion {
        /** Bytes arrived. */
        FLOWING,
        /** No bytes arrived, and the source has no unread data. */
        IDLE,
        /** No bytes arrived, although the source has unread data. */
        STUCK,
        /** No bytes arrived, and the source cannot be queried for unread data. */
        UNKNOWN
    }

    /**
     * Values of the write side in one second.
     *
     * @param values values by their names in result.json; unknown values are omitted. The methods below return some of them.
     * @param latency acknowledgement of the commit minus intended start
     * @param startDelay actual start minus intended start
     * @param serviceTime acknowledgement of the commit minus actual start
     * @param latencyHistogram all latencies of this second in µs, with an error of at most 2 %: an HdrHistogram in compressed
     *     form (V2) and Base64. {@code null} for none, and in old rows of a long run.
     * @param startDelayHistogram all start delays in the same form; {@code null} for none, as in a closed loop, and in old rows
     * @param transactionsByKind committed transactions by kind, for example {@code payment}, including kinds without commits;
     *     empty if there is only one kind
     */
    public record Write(
            Map<String, Double> values,
            DurationSummary latency,
            DurationSummary startDelay,
            DurationSummary serviceTime,
            @Nullable String latencyHistogram,
            @Nullable String startDelayHistogram,
            Map<String, Long> transactionsByKind) {

        /** Returns the number of workers. */
        public int threads() {
            return (int) number(values, "threads");
        }

        /** Returns the number of committed transactions. */
        public long transactions() {
            return (long) number(values, "transactions");
        }

        /** Returns the committed transactions per second. */
        public double transactionsPerSecond() {
            return number(values, "transactionsPerSecond");
        }

        /** Returns the number of statements: {@link #reads()}, {@link #writes()} and {@link #other()}. */
        public long queries() {
            return (long) number(values, "queries");
        }

        /** Returns the statements per second. */
        public double queriesPerSecond() {
            return number(values, "queriesPerSecond");
        }

        /** Returns the number of SELECT statements. */
        public long reads() {
            return (long) number(values, "reads");
        }

        /** Returns the number of INSERT, UPDATE and DELETE statements. */
        public long writes() {
            return (long) number(values, "writes");
        }

        /** Returns the number of other statements, for example BEGIN and COMMIT. */
        public long other() {
            return (long) number(values, "other");
        }

        /** Returns the number of statements that the server rejected. */
        public long errors() {
            return (long) number(values, "errors");
        }

        /** Returns the number of broken connections that were replaced. */
        public long reconnects() {
            return (long) number(values, "reconnects");
        }
    }

    /**
     * One of several loads.
     *
     * @param name name of the load
     * @param write values of the load
     */
    public record Workload(String name, Write write) {}

    /**
     * Values of a stream in one second.
     *
     * @param delay delay (DT) of arrived transactions. If the stream is stuck, the maximum is at least {@link #unreadMillis()}.
     * @param values values by their names in result.json; unknown values, and zero events and bytes of heartbeats, are omitted. The
     *     methods below return some of them.
     * @param eventsByKind number of events by the server's type names
     * @param delayHistogram all delays of this second in µs, with an error of at most 2 %: an HdrHistogram in compressed form
     *     (V2) and Base64. {@code null} for none, and in old rows of a long run.
     */
    public record Cdc(
            DurationSummary delay,
            Map<String, Double> values,
            Map<String, Long> eventsByKind,
            @Nullable String delayHistogram) {

        /** Returns the bytes of complete transactions, including heartbeats, and of other events. */
        public long bytes() {
            return (long) number(values, "bytes");
        }

        /** Returns {@link #bytes()} per second. */
        public double bytesPerSecond() {
            return number(values, "bytesPerSecond");
        }

        /** Returns the number of events, including the events of heartbeats. */
        public long events() {
            return (long) number(values, "events");
        }

        /** Returns the events per second. */
        public double eventsPerSecond() {
            return number(values, "eventsPerSecond");
        }

        /** Returns the number of transactions, including heartbeats. */
        public long transactions() {
            return (long) number(values, "transactions");
        }

        /** Returns the transactions per second. */
        public double transactionsPerSecond() {
            return number(values, "transactionsPerSecond");
        }

        /** Returns the number of heartbeats, which {@link #transactions()} includes. */
        public long heartbeats() {
            return (long) number(values, "heartbeats");
        }

        /** Returns the events of heartbeats, which {@link #events()} includes. */
        public long heartbeatEvents() {
            return (long) number(values, "heartbeatEvents");
        }

        /** Returns the bytes of heartbeats, which {@link #bytes()} includes. */
        public long heartbeatBytes() {
            return (long) number(values, "heartbeatBytes");
        }

        /** Returns the state of the stream. */
        public Motion state() {
            return Motion.values()[(int) number(values, "state")];
        }

        /** Returns the distance to the end of the server's log, in bytes; {@code null} if it cannot be queried. */
        public @Nullable Long behindBytes() {
            return wholeNumber(values, "behindBytes");
        }

        /** Returns the age of the oldest change known to be unread, in ms; 0 for none. */
        public double unreadMillis() {
            return number(values, "unreadMillis");
        }

        /**
         * Returns the CPU load of the reader's thread, in percent of one processor. For several streams, it is the sum,
         * which can be above 100. {@code null} if the Java runtime does not report it.
         */
        public @Nullable Double readerCpuPercent() {
            return values.get("readerCpuPercent");
        }
    }

    /**
     * One of several streams.
     *
     * @param name name of the stream
     * @param cdc values of the stream
     */
    public record Stream(String name, Cdc cdc) {}

    /**
     * Values of a consumer in one second. Unreported values are {@code null}.
     *
     * @param name name of the consumer
     * @param delay time from the commit to the consumer's report, for completed transactions; {@code source} is described in
     *     {@link ConsumerResult#delay()}
     * @param values values by their names in result.json; unknown values are omitted. The methods below return them.
     */
    public record Consumer(String name, DurationSummary delay, Map<String, Double> values) {

        /** Returns the number of the run's transactions that the consumer completed. */
        public long transactions() {
            return (long) number(values, "transactions");
        }

        /** Returns the transactions per second. */
        public double transactionsPerSecond() {
            return number(values, "transactionsPerSecond");
        }

        /** Returns the number of committed transactions that the consumer had not completed at the end of the second. */
        public long behind() {
            return (long) number(values, "behind");
        }

        /** Returns the reported row changes. */
        public @Nullable Long rows() {
            return wholeNumber(values, "rows");
        }

        /** Returns the reported row changes per second. */
        public @Nullable Double rowsPerSecond() {
            return values.get("rowsPerSecond");
        }

        /** Returns the reported bytes. */
        public @Nullable Long bytes() {
            return wholeNumber(values, "bytes");
        }

        /** Returns the bytes per second. */
        public @Nullable Double bytesPerSecond() {
            return values.get("bytesPerSecond");
        }

        /** Returns the reported events. */
        public @Nullable Long events() {
            return wholeNumber(values, "events");
        }

        /** Returns the events per second. */
        public @Nullable Double eventsPerSecond() {
            return values.get("eventsPerSecond");
        }
    }

    private static double number(Map<String, Double> values, String name) {
        return values.getOrDefault(name, 0.0);
    }

    private static @Nullable Long wholeNumber(Map<String, Double> values, String name) {
        Double value = values.get(name);
        return value == null ? null : (Long) value.longValue();
    }

    /**
     * Returns {@link #cdc()} in a run with a stream, which is the default.
     *
     * @throws IllegalStateException if no stream is followed
     */
    public Cdc stream() {
        if (cdc == null) {
            throw new IllegalStateException("no stream is followed in this run");
        }
        return cdc;
    }

    /** {@return a copy without the values of single streams and consumers} */
    public SampleRow withoutStreams() {
        return new SampleRow(second, phase, seconds, write, cdc, List.of(), workloads, probes, List.of());
    }
}
