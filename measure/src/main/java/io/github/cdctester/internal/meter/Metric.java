// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The metrics that are sampled each second, in the order of columns. A metric with neither a column nor a Micrometer meter is
 * for internal use. Count a new counter in {@link StreamTally} or {@link WriteMeter}.
 */
@SuppressWarnings("ImmutableEnumChecker") // slots are set once, before the first read
public enum Metric {
    BYTES(stream("bytes")
            .perSecond()
            .counter("cdc.bytes", BaseUnits.BYTES, "Bytes of the log that arrived")
            .rate("cdc.bps", "BPS: bytes per second of the last sample")),
    EVENTS(stream("events")
            .perSecond()
            .counter("cdc.events", "events", "Events that arrived")
            .rate("cdc.eps", "EPS: events per second of the last sample")
            .partTag("kind")),
    TRANSACTIONS(stream("transactions")
            .perSecond()
            .counter("cdc.transactions", "transactions", "Transactions that arrived, heartbeats included")
            .rate("cdc.tps", "TPS: transactions per second of the last sample")),
    HEARTBEATS(stream("heartbeats")),
    HEARTBEAT_EVENTS(stream("heartbeatEvents").omitZero()),
    HEARTBEAT_BYTES(stream("heartbeatBytes").omitZero()),
    STATE(stream("state")
            .gauge("cdc.state", "", "0 flowing, 1 idle, 2 stuck, 3 silent for an unknown reason")
            .merge((first, second) -> StreamState.ofOrdinal(first)
                    .with(StreamState.ofOrdinal(second))
                    .ordinal())),
    BEHIND_BYTES(stream("behindBytes")
            .gauge(
                    "cdc.behind.bytes",
                    BaseUnits.BYTES,
                    "Bytes from the subscriber's position to the end of the server's log")
            .nullable()),
    UNREAD_MILLIS(stream("unreadMillis")
            .gauge("cdc.unread.age", "seconds", "Age of the oldest unread data")
            .meterFactor(1e-3)
            .decimal()
            .merge(Math::max)),
    READER_CPU_PERCENT(stream("readerCpuPercent").gauge().decimal()),
    LARGE_COMMITS(stream("largeCommits")
            .perSecond()
            .counter("cdc.large.commits", "commits", "Transactions larger than 1 MB")),
    ROWS(stream("").counter("cdc.rows", "rows", "Rows that arrived").sparse()),
    HEARTBEAT_ROWS(stream("")),
    BYTES_READ(stream("")),
    UNKNOWN_COMMIT_TIMES(stream("")),
    UNKNOWN_ROW_EVENTS(stream("")),
    STATEMENT_TRANSACTIONS(stream("")),
    OWN_TRANSACTIONS(stream("")),
    OWN_EVENTS(stream("")),
    OWN_BYTES(stream("")),
    DELAY(stream("").timer("cdc.delay", "Arrival of a transaction's last byte minus its commit time")),

    THREADS(write("threads").gauge("write.threads", "threads", "Load workers")),
    WRITE_TRANSACTIONS(write("transactions")
            .perSecond()
            .counter("write.transactions", "transactions", "Completed transactions")
            .rate("write.tps", "Transactions per second of the last sample")
            .partTag("kind")),
    QUERIES(write("queries")
            .perSecond()
            .counter("write.queries", "queries", "Statements")
            .rate("write.qps", "Statements per second of the last sample")),
    READS(write("reads")),
    WRITES(write("writes")),
    OTHER(write("other")),
    ERRORS(write("errors")
            .counter("write.errors", "errors", "Failed statements")
            .partTag("code")),
    RECONNECTS(write("reconnects")
            .counter("write.reconnects", "connections", "Replaced connections")
            .tag("cause", "broken")),
    PLANNED_RECONNECTS(write("")
            .counter("write.reconnects", "connections", "Replaced connections")
            .tag("cause", "planned")),
    UNKNOWN_OUTCOMES(write("")),
    REFUSED_MILLIS(write("")),
    LOGGED_TRANSACTIONS(write("")),
    ROLLED_BACK(write("")),
    FOUND_NO_ROW(write("")),
    LATENCY(write("").timer("write.latency", "Commit acknowledged minus intended start")),
    START_DELAY(write("").timer("write.start.delay", "Start minus intended start, in an open loop")),
    SERVICE_TIME(write("").timer("write.service.time", "Commit acknowledged minus start")),

    CONSUMER_TRANSACTIONS(consumer("transactions")
            .perSecond()
            .counter(
                    "cdc.consumer.transactions", "transactions", "Transactions that the consumer reported completely")),
    CONSUMER_BEHIND(consumer("behind")
            .gauge(
                    "cdc.consumer.behind",
                    "transactions",
                    "Committed transactions that the consumer has not reported completely")),
    CONSUMER_ROWS(consumer("rows").perSecond().counter("cdc.consumer.rows", "rows", "Rows that the consumer reported")),
    CONSUMER_BYTES(consumer("bytes")
            .perSecond()
            .counter("cdc.consumer.bytes", BaseUnits.BYTES, "Bytes that the consumer reported")),
    CONSUMER_EVENTS(consumer("events")
            .perSecond()
            .counter("cdc.consumer.events", "events", "Events that the consumer reported")),
    CONSUMER_DELAY(
            consumer("").timer("cdc.consumer.delay", "The consumer's report of a transaction minus its commit time"));

    public enum Subject {
        STREAM,
        WRITE,
        CONSUMER
    }

    public enum MeterType {
        COUNTER,
        GAUGE,
        TIMER
    }

    private static final List<List<Metric>> BY_SUBJECT = Stream.of(Subject.values())
            .map(subject -> Stream.of(values())
                    .filter(metric -> metric.spec.subject == subject)
                    .toList())
            .toList();

    static {
        BY_SUBJECT.forEach(metrics -> metrics.forEach(metric -> metric.slot = metrics.indexOf(metric)));
    }

    private final Spec spec;
    private int slot;

    Metric(Spec spec) {
        this.spec = spec;
    }

    public static List<Metric> of(Subject subject) {
        return BY_SUBJECT.get(subject.ordinal());
    }

    public Subject subject() {
        return spec.subject;
    }

    public MeterType meterType() {
        return spec.meterType;
    }

    int slot() {
        return slot;
    }

    /** Empty if result.json and samples.csv do not contain the metric. */
    public String column() {
        return spec.column;
    }

    /** Returns {@link #column()} if the metric has no rate. */
    public String rateColumn() {
        return spec.perSecond ? MetricColumns.perSecond(spec.column) : spec.column;
    }

    public boolean hasRate() {
        return spec.perSecond;
    }

    public boolean isBytes() {
        return spec.unit.equals(BaseUnits.BYTES);
    }

    public String unit() {
        return spec.unit;
    }

    /** NaN means unknown. */
    double merge(double first, double second) {
        return Double.isNaN(first) || Double.isNaN(second) ? Double.NaN : spec.merge.applyAsDouble(first, second);
    }

    Spec spec() {
        return spec;
    }

    private static Spec stream(String column) {
        return new Spec(Subject.STREAM, column);
    }

    private static Spec write(String column) {
        return new Spec(Subject.WRITE, column);
    }

    private static Spec consumer(String column) {
        return new Spec(Subject.CONSUMER, column);
    }

    static final class Spec {

        final Subject subject;
        final String column;
        MeterType meterType = MeterType.COUNTER;
        boolean perSecond;
        boolean writtenAsDecimal;
        boolean nullable;
        boolean zeroOmitted;
        boolean sparse;
        DoubleBinaryOperator merge = Double::sum;
        String meter = "";
        String unit = "";

        String description = "";
        String rateMeter = "";
        String rateDescription = "";

        double factor = 1;
        Tags tags = Tags.empty();

        @Nullable
        String partTag;

        Spec(Subject subject, String column) {
            this.subject = subject;
            this.column = column;
        }

        Spec perSecond() {
            perSecond = true;
            return this;
        }

        Spec decimal() {
            writtenAsDecimal = true;
            return this;
        }

        /** An unknown value is written as {@code null}. Other metrics are omitted if unknown. */
        Spec nullable() {
            nullable = true;
            return this;
        }

        /** Saves space in the samples of most runs. */
        Spec omitZero() {
            zeroOmitted = true;
            return this;
        }

        Spec merge(DoubleBinaryOperator function) {
            merge = function;
            return this;
        }

        Spec counter(String name, String baseUnit, String about) {
            meter = name;
            unit = baseUnit;
            description = about;
            return this;
        }

        Spec rate(String name, String about) {
            rateMeter = name;
            rateDescription = about;
            return this;
        }

        /** Creates the meter only when the count is above 0. */
        Spec sparse() {
            sparse = true;
            return this;
        }

        Spec tag(String name, String value) {
            tags = Tags.of(name, value);
            return this;
        }

        /** Creates one meter per kind or error code, which is the value of this tag. */
        Spec partTag(String tag) {
            partTag = tag;
            return this;
        }

        Spec gauge() {
            return gauge("", "", "");
        }

        Spec gauge(String name, String baseUnit, String about) {
            meterType = MeterType.GAUGE;
            return counter(name, baseUnit, about);
        }

        Spec meterFactor(double newFactor) {
            factor = newFactor;
            return this;
        }

        Spec timer(String name, String about) {
            meterType = MeterType.TIMER;
            return counter(name, "", about);
        }
    }
}
