// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param tool what measured
 * @param startedAt when the measured part began
 * @param plan what was asked for
 * @param server what the server of the stream said about itself; of several, the first one's
 * @param clock that server's clock against the tester's
 * @param interrupted whether the run ended before its time
 * @param interruptedBecause why, or {@code null}
 * @param notes what a reader of the numbers must know
 * @param summary the measured part
 * @param verdict whether the stream lost, repeated or reordered anything
 * @param checks limits that were to be held
 * @param samples a row a second
 * @param phases the parts of a run that was planned in phases, in order, as far as it came; empty for all others
 * @param probeUnits the units of the probes beside the run, by the probes' names: {@code bytes}, {@code percent}, {@code ms} or another word,
 *     with {@code /s} behind it where the probe told a change per second; those without a unit are not in it
 * @param faults what was broken on purpose, in the order in which it ended; empty where nothing was
 * @param consumers what was found of the consumers that were judged beside the stream; empty for none
 */
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

    /** {@return the same with other notes, the worst first} */
    public RunResult withNotes(List<Note> others) {
        List<Note> sorted = Note.worstFirst(others);
        return with(startedAt, interruptedBecause, sorted, summary, checks, samples, phases, faults, consumers);
    }

    /** {@return the same, ended before its time for a reason} */
    public RunResult interruptedBy(String why) {
        return with(startedAt, why, notes, summary, checks, samples, phases, faults, consumers);
    }

    /**
     * One of its phases as a run of its own, without checks and consumers.
     *
     * @param phase the phase
     * @param measured what was measured in it
     * @param seconds its samples
     * @return the result
     */
    public RunResult ofPhase(PhaseSpan phase, Summary measured, List<SampleRow> seconds) {
        Instant begun = startedAt.plusMillis(Math.round(phase.fromSecond() * 1_000));
        List<FaultMark> broken = faults.stream()
                .filter(mark -> mark.second() >= phase.fromSecond() && mark.second() < phase.toSecond())
                .toList();
        return with(begun, interruptedBecause, notes, measured, List.of(), seconds, List.of(phase), broken, List.of());
    }

    /** The one place that copies a result. */
    private RunResult with(
            Instant begun,
            @Nullable String why,
            List<Note> noted,
            Summary measured,
            List<Check> held,
            List<SampleRow> seconds,
            List<PhaseSpan> parts,
            List<FaultMark> broken,
            List<ConsumerResult> judged) {
        return new RunResult(
                schemaVersion,
                tool,
                begun,
                plan,
                server,
                clock,
                interrupted || why != null,
                why,
                noted,
                measured,
                verdict,
                held,
                seconds,
                parts,
                probeUnits,
                broken,
                judged);
    }

    /** The version of result.json's form; a reader must refuse a higher one. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * A phase of a run. What lies between two of them is connecting and disconnecting.
     *
     * @param name its name in the plan
     * @param kind what happened in it
     * @param fromSecond when it began, in seconds from the beginning of the measured part; a phase of loads does when their
     *     connections are there
     * @param toSecond when it ended, likewise; a phase of loads does when the last transaction has ended
     * @param firstSample the {@code second} of the sample in which it began
     * @param lastSample the {@code second} of the sample in which it ended
     * @param loads the loads that wrote in it, by their names; empty where nobody did
     * @param ended why it ended, in words
     * @param backlog what piled up and how it was caught up with; {@code null} in phases of other kinds, and where it broke
     * @param ends when and by what each of its loads ended, or the phase itself; empty of a result that does not say so, and where it
     *     broke or was stopped
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
            List<End> ends) {

        public PhaseSpan {
            ends = ends == null ? List.of() : List.copyOf(ends);
        }

        /**
         * What a load ended by, or a phase.
         *
         * @param load the load's name; empty of the phase itself
         * @param cause what ended it
         * @param by the probe's series or the load that did; empty of other causes
         * @param second when it was asked to end, or had ended by itself, in seconds from the beginning of the measured part
         */
        public record End(String load, Cause cause, String by, double second) {

            /** The causes of ends. */
            public enum Cause {
                /** Its time was over. */
                TIME,
                /** Its number of transactions was made. */
                TRANSACTIONS,
                /** Its rate was stable. */
                STABLE,
                /** A probe's value was where it was to be. */
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
     * @param jdbcDriver the JDBC driver and its version; empty where nothing was written
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

        /** {@return this library's version, as the jar's manifest has it; {@code development} outside of a jar} */
        public static String ownVersion() {
            String version = ToolInfo.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }
    }

    /**
     * A server's own description when the stream was connected; unknown values are empty strings.
     *
     * @param flavor whose server it is
     * @param version {@code @@version}
     * @param serverUuid {@code @@server_uuid}; MySQL only
     * @param serverId {@code @@server_id}
     * @param hostname {@code @@hostname}
     * @param logBin {@code @@log_bin}
     * @param binlogFormat {@code @@global.binlog_format}
     * @param rowImage {@code @@global.binlog_row_image}
     * @param checksum {@code @@global.binlog_checksum}
     * @param gtidMode {@code @@global.gtid_mode}; MySQL only
     * @param compression {@code @@global.binlog_transaction_compression} (MySQL) or {@code log_bin_compress} (MariaDB)
     * @param netBufferLength {@code @@global.net_buffer_length}: the pieces in which the stream is sent
     * @param tls whether this connection to it is encrypted
     * @param tlsVersion such as {@code TLSv1.3}; empty without TLS
     * @param tlsCipher the cipher suite by its standard name; empty without TLS
     * @param loginPlugin the authentication plugin of the account, such as {@code caching_sha2_password}
     * @param rsaKeyFetched whether the password travelled under an RSA key that the server sent and that was not verified
     */
    public record ServerSummary(
            Flavor flavor,
            String version,
            String serverUuid,
            String serverId,
            String hostname,
            String logBin,
            String binlogFormat,
            String rowImage,
            String checksum,
            String gtidMode,
            String compression,
            String netBufferLength,
            boolean tls,
            String tlsVersion,
            String tlsCipher,
            String loginPlugin,
            boolean rsaKeyFetched) {

        /** The families of servers, as far as the stream differs. */
        public enum Flavor {
            /** MySQL and what is built from it. */
            MYSQL,
            /** MariaDB. */
            MARIADB,
            /** PolarDB-X, whose stream is made by its CDC nodes. */
            POLARDBX
        }
    }

    /**
     * How far a server's clock was from ours.
     *
     * @param offsetMicros the server's clock minus ours, in µs
     * @param uncertaintyMicros the offset is right within plus or minus this many µs: half of the shortest round trip; -1 if unknown
     */
    public record ClockSummary(long offsetMicros, long uncertaintyMicros) {}

    /**
     * Something that was broken on purpose.
     *
     * @param second when it began, in seconds from the beginning of the measured part; when it should have, where it never did
     * @param fault what it was, in the words of the schedule, such as {@code cut 2s}
     * @param outcome what was done, in words; {@code null} where it failed
     * @param millis how long it lasted, or how long it took; {@code null} where it failed
     * @param failure why it could not be carried out; {@code null} where it was
     */
    public record FaultMark(
            double second,
            String fault,
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
     * What piled up at the server while the streams were not read, as planned, and how they caught up while the loads went on. Of
     * several streams, all together.
     *
     * @param pausedSeconds how long nothing was read
     * @param piledUpBytes how far the log was ahead of the streams when they were read on; {@code null} where the server did not tell
     * @param catchUpSeconds from reading on until all was read up to an end of the log that was seen a moment before, some 0.1 s;
     *     {@code null} where that was not reached
     * @param readBytes bytes of the log that arrived from reading on until then, or until it was given up
     * @param readBytesPerSecond the same as a rate: how fast it caught up
     * @param leftBytes how far the log was still ahead then; {@code null} where the server did not tell
     * @param forecast what was expected soon after reading on; {@code null} where it had caught up before, or the server did not
     *     tell how much there was
     * @param stretches the parts of the phase, in order, as far as it came
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
         * What was expected of the catching up: what is left by the rate at which it was read, less the rate at which was written
         * while it piled up.
         *
         * @param madeAfterSeconds how long after reading on
         * @param readBytesPerSecond how fast it was read by then, from the first byte on
         * @param writtenBytesPerSecond how fast the log had grown while it piled up; 0 where the loads were over by then
         * @param catchUpSeconds the time from reading on; {@code null} where it would never have caught up
         * @param errorPercent how much longer that is than it took, in per cent of what it took; negative where it took longer;
         *     {@code null} where one of the two is not known
         */
        public record Forecast(
                double madeAfterSeconds,
                double readBytesPerSecond,
                double writtenBytesPerSecond,
                @Nullable Double catchUpSeconds,
                @Nullable Double errorPercent) {}

        /**
         * A part of the phase. Transactions, latency and delay are those of the whole seconds inside of it, so that nothing of its
         * neighbours is in them.
         *
         * @param part which
         * @param fromSecond when it began, in seconds from the beginning of the measured part
         * @param toSecond when it ended, likewise
         * @param wholeSeconds the length of the whole seconds inside; 0 where there is none
         * @param transactionsPerSecond what the loads committed
         * @param latency of the loads' transactions
         * @param delay DT of what arrived
         * @param loggedBytesPerSecond how fast the log grew, over the whole part; {@code null} where the server did not tell
         */
        public record Stretch(
                Part part,
                double fromSecond,
                double toSecond,
                double wholeSeconds,
                @Nullable Double transactionsPerSecond,
                DurationSummary latency,
                DurationSummary delay,
                @Nullable Double loggedBytesPerSecond) {

            /** The parts of a phase with a backlog. */
            public enum Part {
                /** The streams are read as always. */
                BEFORE,
                /** Nothing is read. */
                PILING_UP,
                /** What piled up is read, and what is written meanwhile. */
                CATCHING_UP,
                /** The streams are read as always, until the loads are over. */
                AFTER
            }
        }
    }
}
