// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.ServerSummary;
import io.github.cdctester.result.summary.Summary;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param tool the tester
 * @param startedAt when the measured part began
 * @param plan the plan
 * @param server information about the stream's server; for several, the first one's
 * @param clock that server's clock compared with the tester's
 * @param interrupted whether the run ended early
 * @param interruptedBecause why, or {@code null}
 * @param notes remarks about the numbers
 * @param summary the measured part
 * @param verdict whether the stream lost, repeated or reordered anything
 * @param checks the outcome of limits
 * @param samples one row per second
 * @param phases the phases of a run in phases, in order, up to its end; empty for all others
 * @param probeUnits the units of the run's probes, by the probes' names: {@code bytes}, {@code percent}, {@code ms} or another
 *     word, followed by {@code /s} for changes per second; probes without a unit are missing
 * @param faults injected faults, in the order of their ends; empty for none
 * @param consumers the judged consumers; empty for none
 */
@RecordBuilder
public record RunResult(
        int schemaVersion,
        ToolInfo tool,
        Instant startedAt,
        Plan plan,
        ServerSummary server,
        ClockSummary clock,
        boolean interrupted,
        @Nullable String interruptedBecause,
        List<Note> notes,
        Summary summary,
        Verdict verdict,
        List<Check> checks,
        List<SampleRow> samples,
        List<PhaseSpan> phases,
        Map<String, String> probeUnits,
        List<FaultMark> faults,
        List<ConsumerResult> consumers)
        implements Result {

    /** Copies the consumers. Verdicts that the plan or the summary contradicts become {@code NOT_CHECKED}. */
    public RunResult {
        boolean whole = plan != null && summary != null && verdict != null; // or the reader of its file reports it
        verdict = whole ? verdict.supportedBy(plan, summary) : verdict;
        consumers = whole ? ConsumerResult.supportedBy(plan, summary, consumers) : List.copyOf(consumers);
    }

    /** {@return true if the stream's verdict is not bad, each consumer kept its promise, and no check failed} */
    public boolean isHeld() {
        return !verdict.status().isBad()
                && consumers.stream().allMatch(ConsumerResult::isHeld)
                && checks.stream().allMatch(Check::held);
    }

    /** {@return a copy with other notes, the worst first} */
    public RunResult withNotes(List<Note> others) {
        return RunResultCopy.of(this).notes(Note.worstFirst(others)).build();
    }

    /** {@return a copy that ended early for a reason} */
    public RunResult interruptedBy(String why) {
        return RunResultCopy.of(this).interrupted(true).interruptedBecause(why).build();
    }

    /**
     * Returns one of its phases as a separate run, without checks and consumers.
     *
     * @param phase the phase
     * @param measured its measurements
     * @param seconds its samples
     * @return the result
     */
    public RunResult ofPhase(PhaseSpan phase, Summary measured, List<SampleRow> seconds) {
        Instant begun = startedAt.plusMillis(Math.round(phase.fromSecond() * 1_000));
        List<FaultMark> broken = faults.stream()
                .filter(mark -> mark.second() >= phase.fromSecond() && mark.second() < phase.toSecond())
                .toList();
        return RunResultCopy.of(this)
                .startedAt(begun)
                .summary(measured)
                .checks(List.of())
                .samples(seconds)
                .phases(List.of(phase))
                .faults(broken)
                .consumers(List.of())
                .build();
    }

    /** The version of result.json's form; a reader must refuse a higher one. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * A phase of a run. Between two phases, loads connect and disconnect.
     *
     * @param name its name in the plan
     * @param kind its kind
     * @param fromSecond its start, in seconds from the start of the measured part; for a phase of loads, when they are connected
     * @param toSecond its end, likewise; for a phase of loads, the end of the last transaction
     * @param firstSample the {@code second} of the sample in which it began
     * @param lastSample the {@code second} of the sample in which it ended
     * @param loads the names of its loads; empty for none
     * @param ended why it ended, as text
     * @param backlog its backlog; {@code null} in phases of other kinds, and after a failure
     * @param ends times and causes of its loads' ends, or of its own; empty in older results, and after a failure or a stop
     */
    public record PhaseSpan(
            String name,
            Kind kind,
            double fromSecond,
            double toSecond,
            long firstSample,
            long lastSample,
            List<String> loads,
            String ended,
            @Nullable BacklogResult backlog,
            List<LoadEnd> ends) {

        public PhaseSpan {
            ends = ends == null ? List.of() : List.copyOf(ends);
        }

        /**
         * The cause for the end of a load or a phase.
         *
         * @param load the load's name; empty for the phase itself
         * @param cause the cause
         * @param by the causing probe series or load; empty for other causes
         * @param second time of the request or of its own end, in seconds from the start of the measured part
         */
        public record LoadEnd(String load, Cause cause, String by, double second) {

            /** The causes of ends. */
            public enum Cause {
                /** Its time was over. */
                TIME,
                /** Its number of transactions was made. */
                TRANSACTIONS,
                /** Its rate was stable. */
                STABLE,
                /** A probe's value met its condition. */
                PROBE,
                /** Another load had ended. */
                LOAD,
                /** The phase had ended. */
                PHASE
            }
        }

        /** The kinds of phases. */
        public enum Kind {
            /** Loads write, until each of them is over. */
            LOADS,
            /** Loads write; the streams are not read for a while, and catch up. */
            BACKLOG,
            /** Nothing is written, for a time. */
            OBSERVE,
            /** Nothing is written, until something has happened. */
            WAIT
        }
    }

    /**
     * The tester.
     *
     * @param version this library's version
     * @param java the Java runtime
     * @param os the operating system and the number of processors
     * @param jdbcDriver the JDBC driver and its version; empty without writes
     */
    public record ToolInfo(String version, String java, String os, String jdbcDriver) {

        /**
         * Describes the process that this is called in.
         *
         * @param jdbcDriver the JDBC driver and its version
         * @return the description
         */
        public static ToolInfo current(String jdbcDriver) {
            return new ToolInfo(
                    ownVersion(),
                    System.getProperty("java.vendor") + " " + Runtime.version(),
                    System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                            + System.getProperty("os.arch") + ", "
                            + Runtime.getRuntime().availableProcessors() + " processors",
                    jdbcDriver);
        }

        /** {@return this library's version, from the jar's manifest; {@code development} outside of a jar} */
        public static String ownVersion() {
            String version = ToolInfo.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }
    }

    /**
     * An injected fault.
     *
     * @param second its start, in seconds from the start of the measured part; the planned start if it failed
     * @param fault the fault in the schedule's form, such as {@code cut 2s}
     * @param consumer the consumer that it affects; its {@code catchUps} contain the effect. {@code null} for the run's streams and
     *     server
     * @param outcome its effect, as text; {@code null} if it failed
     * @param millis its duration; {@code null} if it failed
     * @param failure why it failed; {@code null} if it did not
     */
    public record FaultMark(
            double second,
            String fault,
            @Nullable String consumer,
            @Nullable String outcome,
            @Nullable Double millis,
            @Nullable String failure) {

        /** {@return one line, such as {@code at 10.0 s: cut 2s: 1 connection reset, new ones refused (2001 ms)}} */
        public String line() {
            return String.format(Locale.ROOT, "at %.1f s: %s: ", second, fault)
                    + (failure != null ? "failed: " + failure : outcome)
                    + (millis == null ? "" : String.format(Locale.ROOT, " (%.0f ms)", millis));
        }
    }

    /**
     * The backlog at the server during a planned pause of the streams, and how they caught up while the loads continued. Several
     * streams are added up.
     *
     * @param pausedSeconds length of the pause
     * @param piledUpBytes distance of the log at the end of the pause; {@code null} if the server did not report it
     * @param catchUpSeconds from the end of the pause until the streams reached a recent end of the log, some 0.1 s old;
     *     {@code null} if they did not
     * @param readBytes bytes of the log that arrived until then, or until it was given up
     * @param readBytesPerSecond read bytes per second while catching up
     * @param leftBytes remaining distance of the log; {@code null} if the server did not report it
     * @param forecast the forecast soon after the pause; {@code null} if it had caught up before, or the server did not report its
     *     log's size
     * @param stretches the parts of the phase, in order, up to its end
     */
    public record BacklogResult(
            double pausedSeconds,
            @Nullable Long piledUpBytes,
            @Nullable Double catchUpSeconds,
            long readBytes,
            double readBytesPerSecond,
            @Nullable Long leftBytes,
            @Nullable Forecast forecast,
            List<Stretch> stretches) {

        public BacklogResult {
            stretches = List.copyOf(stretches);
        }

        /**
         * The forecast of catching up: the remaining bytes, divided by the reading rate minus the writing rate during the pause.
         *
         * @param madeAfterSeconds its time after the pause
         * @param readBytesPerSecond reading rate so far, from the first byte on
         * @param writtenBytesPerSecond growth of the log during the pause; 0 if the loads were over by then
         * @param catchUpSeconds time from the end of the pause; {@code null} for never
         * @param errorPercent its excess over the actual time, in per cent of that; negative if the actual time was longer;
         *     {@code null} if one of the two is unknown
         */
        public record Forecast(
                double madeAfterSeconds,
                double readBytesPerSecond,
                double writtenBytesPerSecond,
                @Nullable Double catchUpSeconds,
                @Nullable Double errorPercent) {}

        /**
         * A part of the phase. Transactions, latency and delay are from the whole seconds inside of it, without a share of its
         * neighbours.
         *
         * @param part the part
         * @param fromSecond its start, in seconds from the start of the measured part
         * @param toSecond its end, likewise
         * @param wholeSeconds the length of the whole seconds inside; 0 for none
         * @param transactionsPerSecond commits of the loads
         * @param latency of the loads' transactions
         * @param delay DT of arrived transactions
         * @param loggedBytesPerSecond growth of the log, over the whole part; {@code null} if the server did not report it
         */
        public record Stretch(
                BacklogPart part,
                double fromSecond,
                double toSecond,
                double wholeSeconds,
                @Nullable Double transactionsPerSecond,
                DurationSummary latency,
                DurationSummary delay,
                @Nullable Double loggedBytesPerSecond) {

            /** The parts of a phase with a backlog. */
            public enum BacklogPart {
                /** The streams are read as always. */
                BEFORE,
                /** Nothing is read. */
                PILING_UP,
                /** The backlog is read, and new writes. */
                CATCHING_UP,
                /** The streams are read as always, until the loads are over. */
                AFTER
            }
        }
    }
}
