// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.LoadClient;
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
 * @param tool version and environment of the tester
 * @param startedAt start of the measured part
 * @param plan the executed plan
 * @param server information about the server of the stream; for several streams, about the server of the first stream
 * @param clock clock offset of that server
 * @param interrupted whether the run ended early
 * @param interruptedBecause reason for the early end, or {@code null}
 * @param notes remarks about the values
 * @param summary values of the measured part
 * @param verdict whether the stream lost, repeated or reordered anything
 * @param checks results of the limits
 * @param samples one row per second; of a run longer than a day, only the last 86,400 rows
 * @param phases the phases of a plan's run, in order; empty for other runs
 * @param probeUnits units of the probes by probe name: {@code bytes}, {@code percent}, {@code ms} or another word,
 *     followed by {@code /s} for changes per second. Probes without a unit are omitted.
 * @param faults injected faults, ordered by their end; empty for none
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
        // if a component is missing, the reader of the result file reports it
        boolean hasAll = plan != null && summary != null && verdict != null;
        verdict = hasAll ? verdict.supportedBy(plan, summary) : verdict;
        consumers = hasAll ? ConsumerResult.withSupportedVerdicts(plan, summary, consumers) : List.copyOf(consumers);
    }

    /** {@return true if the verdict on the stream is not bad, each consumer passed, and no check failed} */
    public boolean isHeld() {
        return !verdict.status().isBad()
                && consumers.stream().allMatch(ConsumerResult::isHeld)
                && checks.stream().allMatch(Check::held);
    }

    /** {@return a copy with the given notes, most severe first} */
    public RunResult withNotes(List<Note> newNotes) {
        return RunResultCopy.of(this).notes(Note.worstFirst(newNotes)).build();
    }

    /** {@return a copy marked as interrupted, with a reason} */
    public RunResult interruptedBy(String reason) {
        return RunResultCopy.of(this)
                .interrupted(true)
                .interruptedBecause(reason)
                .build();
    }

    /**
     * Returns a phase as a separate run, without checks and consumers.
     *
     * @param phase the phase
     * @param phaseSummary values of the phase
     * @param seconds samples of the phase
     * @return the result
     */
    public RunResult ofPhase(PhaseSpan phase, Summary phaseSummary, List<SampleRow> seconds) {
        Instant phaseStart = startedAt.plusMillis(Math.round(phase.fromSecond() * 1_000));
        List<FaultMark> phaseFaults = faults.stream()
                .filter(mark -> mark.second() >= phase.fromSecond() && mark.second() < phase.toSecond())
                .toList();
        return RunResultCopy.of(this)
                .startedAt(phaseStart)
                .summary(phaseSummary)
                .checks(List.of())
                .samples(seconds)
                .phases(List.of(phase))
                .faults(phaseFaults)
                .consumers(List.of())
                .build();
    }

    /** Version of the format of result.json. Readers must reject a higher version. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * A phase of a run. Between phases, loads connect and disconnect.
     *
     * @param name name of the phase in the plan
     * @param kind kind of the phase
     * @param fromSecond start, in seconds from the start of the measured part; with loads, the time when they are connected
     * @param toSecond end, in seconds from the start of the measured part; with loads, the end of the last transaction
     * @param firstSample {@code second} of the sample in which the phase began
     * @param lastSample {@code second} of the sample in which the phase ended
     * @param loads names of the loads; empty for none
     * @param ended reason for the end, as text
     * @param backlog the backlog of a {@code BACKLOG} phase; {@code null} for other kinds, and after a failure
     * @param ends times and causes of the ends of the loads, or of the phase itself; empty in older results, and after a failure
     *     or a stop
     */
    public record PhaseSpan(
            String name,
            PhaseType kind,
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
         * @param load name of the load; empty for the phase itself
         * @param cause the cause
         * @param by the probe series or load that caused the end; empty for other causes
         * @param second time of the requested end, or of an end without request, in seconds from the start of the measured part
         */
        public record LoadEnd(String load, Cause cause, String by, double second) {

            /** Cause of an end. */
            public enum Cause {
                /** The configured time was over. */
                TIME,
                /** The configured number of transactions was reached. */
                TRANSACTIONS,
                /** The rate was stable. */
                STABLE,
                /** The value of a probe met the configured condition. */
                PROBE,
                /** Another load ended. */
                LOAD,
                /** The phase ended. */
                PHASE
            }
        }

        /** Kind of a phase. */
        public enum PhaseType {
            /** Loads write until each one has ended. */
            LOADS,
            /** Loads write. The streams are paused for a time, and then catch up. */
            BACKLOG,
            /** No load writes, for a fixed time. */
            OBSERVE,
            /** No load writes until a condition is met. */
            WAIT
        }
    }

    /**
     * The tester.
     *
     * @param version this library's version
     * @param java the Java runtime
     * @param os the operating system and the number of processors
     * @param jdbcDriver the JDBC driver and its version; empty without writes. Preparation and checks use this driver
     *     even if the load does not.
     * @param clients clients of the loads that have connected, in the plan's order; empty in older results
     */
    public record ToolInfo(String version, String java, String os, String jdbcDriver, List<LoadClient> clients) {

        public ToolInfo {
            clients = clients == null ? List.of() : List.copyOf(clients);
        }

        /**
         * Describes the current process.
         *
         * @param jdbcDriver the JDBC driver and its version
         * @return the description, without clients of loads
         */
        public static ToolInfo current(String jdbcDriver) {
            return current(jdbcDriver, List.of());
        }

        /**
         * Describes the current process.
         *
         * @param jdbcDriver the JDBC driver and its version
         * @param clients clients of the loads
         * @return the description
         */
        public static ToolInfo current(String jdbcDriver, List<LoadClient> clients) {
            return new ToolInfo(
                    ownVersion(),
                    System.getProperty("java.vendor") + " " + Runtime.version(),
                    System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                            + System.getProperty("os.arch") + ", "
                            + Runtime.getRuntime().availableProcessors() + " processors",
                    jdbcDriver,
                    clients);
        }

        /** {@return this library's version from the jar's manifest; {@code development} outside a jar} */
        public static String ownVersion() {
            String version = ToolInfo.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }
    }

    /**
     * An injected fault.
     *
     * @param second start of the fault, in seconds from the start of the measured part; the planned start if it did not start
     * @param fault the fault in the schedule's form, such as {@code cut 2s}
     * @param consumer the affected consumer, whose {@code catchUps} contain the effect. {@code null} for the run's streams and
     *     server
     * @param outcome effect of the fault, as text; {@code null} if the fault failed
     * @param millis duration of the fault in ms; {@code null} if the fault failed
     * @param failure reason if the fault failed; {@code null} if it succeeded
     */
    public record FaultMark(
            double second,
            String fault,
            @Nullable String consumer,
            @Nullable String outcome,
            @Nullable Double millis,
            @Nullable String failure) {

        /** {@return one line, for example {@code at 10.0 s: cut 2s: 1 connection reset, new ones refused (2001 ms)}} */
        public String line() {
            return String.format(Locale.ROOT, "at %.1f s: %s: ", second, fault)
                    + (failure != null ? "failed: " + failure : outcome)
                    + (millis == null ? "" : String.format(Locale.ROOT, " (%.0f ms)", millis));
        }
    }

    /**
     * The backlog on the server after a planned pause of the streams, and the catch-up while the loads continued. Values are sums
     * over all streams.
     *
     * @param pausedSeconds length of the pause
     * @param piledUpBytes unread bytes of the log at the end of the pause; {@code null} if the server did not report them
     * @param catchUpSeconds time from the end of the pause until the streams reached the end of the log, which was queried about
     *     0.1 s earlier; {@code null} if they did not reach it
     * @param readBytes bytes of the log that arrived during the catch-up
     * @param readBytesPerSecond read bytes per second while catching up
     * @param leftBytes unread bytes of the log at the end; {@code null} if the server did not report them
     * @param forecast the forecast shortly after the pause; {@code null} if the streams had already caught up, or the server did
     *     not report the size of the log
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
         * The forecast of the catch-up time: the unread bytes divided by the difference between the reading rate after the pause
         * and the writing rate during it.
         *
         * @param madeAfterSeconds time from the end of the pause to the forecast, in seconds
         * @param readBytesPerSecond reading rate since the first byte after the pause
         * @param writtenBytesPerSecond growth of the log per second during the pause; 0 if the loads had ended
         * @param catchUpSeconds forecast time from the end of the pause; {@code null} if the streams would never catch up
         * @param errorPercent forecast minus actual time, in percent of the actual time; negative if the actual time was longer;
         *     {@code null} if either is unknown
         */
        public record Forecast(
                double madeAfterSeconds,
                double readBytesPerSecond,
                double writtenBytesPerSecond,
                @Nullable Double catchUpSeconds,
                @Nullable Double errorPercent) {}

        /**
         * A part of the phase. Transactions, latency and delay are from the complete seconds in the part.
         *
         * @param part kind of the part
         * @param fromSecond start of the part, in seconds from the start of the measured part
         * @param toSecond end of the part, in seconds from the start of the measured part
         * @param wholeSeconds number of complete seconds in the part; 0 for none
         * @param transactionsPerSecond commits of the loads per second
         * @param latency latency of the loads' transactions
         * @param delay delay (DT) of the transactions that arrived
         * @param loggedBytesPerSecond growth of the log per second over the complete part; {@code null} if the server
         *     did not report it
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
                /** The streams are read before the pause. */
                BEFORE,
                /** The streams are paused. */
                PILING_UP,
                /** The streams read the backlog and new writes. */
                CATCHING_UP,
                /** The streams have caught up; the loads are still writing. */
                AFTER
            }
        }
    }
}
