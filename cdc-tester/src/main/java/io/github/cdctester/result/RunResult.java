// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import java.time.Instant;
import java.util.List;
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
        List<ConsumerResult> consumers) {

    /** Copies the consumers. */
    public RunResult {
        consumers = List.copyOf(consumers);
    }

    /** The version of result.json's form; a reader must refuse a higher one. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * The result of a run that was not planned in phases.
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
     */
    public RunResult(
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
            List<SampleRow> samples) {
        this(
                schemaVersion,
                tool,
                startedAt,
                plan,
                server,
                clock,
                interrupted,
                interruptedBecause,
                notes,
                summary,
                verdict,
                checks,
                samples,
                List.of());
    }

    /**
     * The result of a run in which nothing was broken on purpose.
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
     * @param phases the parts of a run that was planned in phases
     * @param probeUnits the units of the probes, by the probes' names
     */
    public RunResult(
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
            Map<String, String> probeUnits) {
        this(
                schemaVersion,
                tool,
                startedAt,
                plan,
                server,
                clock,
                interrupted,
                interruptedBecause,
                notes,
                summary,
                verdict,
                checks,
                samples,
                phases,
                probeUnits,
                List.of(),
                List.of());
    }

    /**
     * The result of a run without probes that have a unit.
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
     * @param phases the parts of a run that was planned in phases
     */
    public RunResult(
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
            List<PhaseSpan> phases) {
        this(
                schemaVersion,
                tool,
                startedAt,
                plan,
                server,
                clock,
                interrupted,
                interruptedBecause,
                notes,
                summary,
                verdict,
                checks,
                samples,
                phases,
                Map.of(),
                List.of(),
                List.of());
    }

    /**
     * The same result with what was found of consumers.
     *
     * @param found a result for each of them
     * @return the result
     */
    public RunResult withConsumers(List<ConsumerResult> found) {
        return new RunResult(
                schemaVersion,
                tool,
                startedAt,
                plan,
                server,
                clock,
                interrupted,
                interruptedBecause,
                notes,
                summary,
                verdict,
                checks,
                samples,
                phases,
                probeUnits,
                faults,
                found);
    }

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
            @Nullable BacklogResult backlog) {

        /**
         * A phase of another kind than {@link Kind#BACKLOG}.
         *
         * @param name its name in the plan
         * @param kind what happened in it
         * @param fromSecond when it began
         * @param toSecond when it ended
         * @param firstSample the {@code second} of the sample in which it began
         * @param lastSample the {@code second} of the sample in which it ended
         * @param loads the loads that wrote in it
         * @param ended why it ended, in words
         */
        public PhaseSpan(
                String name,
                Kind kind,
                double fromSecond,
                double toSecond,
                long firstSample,
                long lastSample,
                List<String> loads,
                String ended) {
            this(name, kind, fromSecond, toSecond, firstSample, lastSample, loads, ended, null);
        }

        /** What a phase is for. */
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
     * What measured.
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

        /**
         * Tells this library's version, as the jar's manifest has it.
         *
         * @return the version, or {@code development} outside of a jar
         */
        public static String ownVersion() {
            String version = ToolInfo.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }
    }

    /**
     * What a server said about itself when the stream was connected; what it does not know reads as the empty string.
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
     * @param rsaKeyFetched whether the password travelled under an RSA key that the server sent and nobody verified
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
     * @param uncertaintyMicros the offset is right within plus or minus this many µs: half of the shortest round trip
     */
    public record ClockSummary(long offsetMicros, long uncertaintyMicros) {}
}
