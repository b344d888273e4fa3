// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Queries a server's properties, clock and log. */
public final class ServerInspector {

    private static final int MAX_CLOCK_SAMPLES = 200;

    /** The measurement ends after this many consecutive round trips without a better estimate. */
    private static final int MAX_FRUITLESS_SAMPLES = 30;

    private static final int MAX_TIME_CHARACTERS = 40;

    /** Does not apply to GTIDs. Expected paths, versions and host names are shorter. */
    private static final int MAX_VALUE_CHARACTERS = 1_024;

    private static final List<String> GROUP_UUID_VARIABLES =
            List.of("global.group_replication_group_name", "global.group_replication_view_change_uuid");

    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final ServerConnection connection;
    private final EpochMicrosClock clock;
    private final ServerInfo info;
    private final String logName;

    private ServerInspector(ServerConnection connection, EpochMicrosClock clock, ServerInfo info, String logName) {
        this.connection = connection;
        this.clock = clock;
        this.info = info;
        this.logName = logName;
    }

    /** Selects one log of a CDC endpoint, such as {@code 'group1_stream_0'} of PolarDB-X; empty for a server with a single log. */
    public ServerInspector forLog(String name) {
        return new ServerInspector(connection, clock, info, name);
    }

    public static ServerInspector of(ServerConnection connection, EpochMicrosClock clock) throws IOException {
        connection.queryIfPossible("SET time_zone = '+00:00'");
        String reportedVersion = variable(connection, "version");
        String version = reportedVersion.isEmpty() ? connection.serverVersion() : reportedVersion;
        String comment = variable(connection, "version_comment");
        ServerInfo.Flavor flavor = flavor(version, comment);
        boolean isMariaDb = flavor == ServerInfo.Flavor.MARIADB;
        // without this capability, MariaDB sends BEGIN in place of GTID events
        boolean lacksGtids = isMariaDb && connection.queryIfPossible(DumpCommand.MARIADB_CAPABILITY) == null;
        String gtidMode = isMariaDb ? (lacksGtids ? "OFF" : "") : variable(connection, "global.gtid_mode");
        if (gtidMode.isEmpty()
                && flavor == ServerInfo.Flavor.MYSQL
                && !variable(connection, "global.gtid_executed").isEmpty()) {
            gtidMode = "ON"; // the server has GTIDs but no variable gtid_mode
        }
        ServerInfo info = new ServerInfo(
                flavor,
                version,
                isMariaDb ? "" : variable(connection, "server_uuid"),
                variable(connection, "server_id"),
                variable(connection, "hostname"),
                toOnOff(variable(connection, "global.log_bin")),
                variable(connection, "global.binlog_format"),
                variable(connection, "global.binlog_row_image"),
                variable(connection, "global.binlog_checksum"),
                gtidMode,
                toOnOff(variable(
                        connection, isMariaDb ? "global.log_bin_compress" : "global.binlog_transaction_compression")),
                variable(connection, "global.net_buffer_length"),
                new ServerInfo.Durability(
                        variable(connection, "global.sync_binlog"),
                        variable(connection, "global.innodb_flush_log_at_trx_commit"),
                        variable(connection, "global.innodb_buffer_pool_size")),
                connection.security());
        return new ServerInspector(connection, clock, info, "");
    }

    /**
     * Group Replication assigns GTIDs at certification, before the transaction is logged, so their order in the log may differ.
     * Empty if the server belongs to no group.
     */
    public List<String> groupUuids() throws IOException {
        List<String> uuids = new ArrayList<>();
        for (String name : info.isMariaDb() ? List.<String>of() : GROUP_UUID_VARIABLES) {
            String value = variable(connection, name).toLowerCase(Locale.ROOT);
            if (UUID_FORM.matcher(value).matches()) { // neither empty nor AUTOMATIC
                uuids.add(value);
            }
        }
        return uuids;
    }

    /** Returns empty if the server does not report it. */
    public String autoIncrementIncrement() throws IOException {
        return variable(connection, "auto_increment_increment");
    }

    public ServerInfo info() {
        return info;
    }

    /** Keys are in lower case. Returns an empty map if the server does not list its variables. */
    public Map<String, String> variables() throws IOException {
        Map<String, String> variables = new TreeMap<>();
        for (List<String> row : rowsOf(connection.queryIfPossible("SHOW GLOBAL VARIABLES"))) {
            if (row.size() > 1) {
                variables.put(row.get(0).toLowerCase(Locale.ROOT), row.get(1));
            }
        }
        return variables;
    }

    /**
     * Uses the shortest of up to {@value #MAX_CLOCK_SAMPLES} round trips. Returns {@link ClockOffset#UNKNOWN} if the server rejects
     * the query.
     */
    public ClockOffset clockOffset() throws IOException {
        ClockOffset estimate = new ClockOffset(0, Long.MAX_VALUE);
        int fruitlessSamples = 0;
        for (int sample = 0; sample < MAX_CLOCK_SAMPLES && fruitlessSamples < MAX_FRUITLESS_SAMPLES; sample++) {
            long requestMicros = clock.epochMicros();
            List<List<String>> answer = connection.queryIfPossible("SELECT UNIX_TIMESTAMP(NOW(6))");
            long responseMicros = clock.epochMicros();
            if (answer == null) {
                return ClockOffset.UNKNOWN;
            }
            long serverMicros = micros(answer);
            ClockOffset improved =
                    estimate.moreCertain(ClockOffset.ofRoundTrip(requestMicros, serverMicros, responseMicros));
            // not equals(): the first call of a record's equals() takes longer than all samples
            fruitlessSamples = improved.uncertaintyMicros() == estimate.uncertaintyMicros() ? fruitlessSamples + 1 : 0;
            estimate = improved;
        }
        return estimate;
    }

    /**
     * All returned GTIDs lie before the position. A transaction that is being committed may be missing from the GTIDs. Returns only
     * GTIDs if the server does not report positions.
     *
     * @throws ServerErrorException if the account lacks the privilege, or the server supports neither query
     * @throws StreamProtocolException if the server names no log file
     */
    public LogEnd logEnd() throws IOException {
        // first the GTIDs, so that all of them lie before the position
        String mariaDbGtids = info.isMariaDb() ? variable(connection, "global.gtid_binlog_pos") : "";
        List<List<String>> rows;
        try {
            rows = masterStatus();
        } catch (ServerErrorException e) {
            if (!info.hasGtids() || !isUnsupported(e)) {
                throw e;
            }
            rows = List.of();
        }
        if (rows.isEmpty() && info.hasGtids()) {
            String gtids = connection.queryValue(
                    "SELECT @@global." + (info.isMariaDb() ? "gtid_binlog_pos" : "gtid_executed"));
            return new LogEnd(LogPosition.NOWHERE, gtids.replace("\n", ""));
        }
        if (rows.isEmpty()) {
            throw new StreamProtocolException("the server names no log file; is binary logging on?");
        }
        List<String> row = rows.get(0);
        String gtids =
                info.isMariaDb() ? mariaDbGtids : row.size() > 4 ? row.get(4).replace("\n", "") : "";
        return new LogEnd(position(row), gtids);
    }

    /**
     * Returns the option that excludes a database from the log, for example {@code binlog-ignore-db=sbtest}. Returns empty if there
     * is none, or if the server rejects the query.
     */
    public String logFilter(String database) throws IOException {
        try {
            List<List<String>> status = masterStatus();
            String nameCase = variable(connection, "lower_case_table_names");
            String name = nameCase.equals("1") ? database.toLowerCase(Locale.ROOT) : database;
            return status.isEmpty() ? "" : logFilter(name, status.get(0), !info.isMariaDb() && !nameCase.equals("0"));
        } catch (ServerErrorException e) {
            return "";
        }
    }

    /** The server uses Binlog_Ignore_DB only if Binlog_Do_DB is empty. */
    static String logFilter(String database, List<String> status, boolean ignoresCase) {
        String includedNames = status.size() > 3 ? status.get(2) : "";
        String ignoredNames = status.size() > 3 ? status.get(3) : "";
        boolean isListed = !database.isEmpty() // splitting an empty list returns an empty name
                && Stream.of((includedNames.isEmpty() ? ignoredNames : includedNames).split(","))
                        .map(String::strip)
                        .anyMatch(name -> ignoresCase ? name.equalsIgnoreCase(database) : name.equals(database));
        return isListed == includedNames.isEmpty()
                ? (includedNames.isEmpty() ? "binlog-ignore-db=" + ignoredNames : "binlog-do-db=" + includedNames)
                : "";
    }

    /** Returns {@link DumpCommand#ANYWHERE} if the server does not list its files. */
    public LogPosition logStart() throws IOException {
        List<List<String>> files = rowsOf(connection.queryIfPossible("SHOW BINARY LOGS" + logClause()));
        return files.isEmpty()
                ? DumpCommand.ANYWHERE
                : new LogPosition(position(files.get(0)).file(), LogPosition.FIRST_EVENT);
    }

    public String purgedGtids() throws IOException {
        return variable(connection, "global.gtid_purged").replace("\n", "");
    }

    /** Returns true if the error concerns neither connection nor privileges. */
    private static boolean isUnsupported(ServerErrorException e) {
        return !e.affectsOnlyConnection() && e.code() != ServerErrorException.ER_SPECIFIC_ACCESS_DENIED;
    }

    private static List<List<String>> rowsOf(@Nullable List<List<String>> answer) {
        return answer == null ? List.of() : answer;
    }

    /** Includes the magic bytes of later files. Returns -1 if the server does not list its files. */
    public long bytesBetween(LogPosition from, LogPosition to) throws IOException {
        if (from.file().equals(to.file())) {
            return to.offset() - from.offset();
        }
        List<List<String>> files = connection.queryIfPossible("SHOW BINARY LOGS" + logClause());
        if (files == null) {
            return -1;
        }
        long bytes = to.offset() - from.offset();
        for (List<String> row : files) {
            LogPosition end = position(row);
            if (end.isAtOrAfter(from.file(), 0) && !end.isAtOrAfter(to.file(), 0)) {
                bytes += end.offset();
            }
        }
        return bytes;
    }

    /** Requires the same account. Ignores a connection that no longer exists. */
    public void kill(long connectionId) throws IOException {
        connection.killConnections(List.of(connectionId));
    }

    private List<List<String>> masterStatus() throws IOException {
        if (!info.isMariaDb() && logName.isEmpty()) {
            try {
                return connection.query("SHOW BINARY LOG STATUS"); // MySQL from 8.2
            } catch (ServerErrorException e) {
                if (!isUnsupported(e)) {
                    throw e;
                }
            }
        }
        return connection.query("SHOW MASTER STATUS" + logClause());
    }

    /** The first two columns are the file, and a position in it or its size. */
    private static LogPosition position(List<String> row) throws StreamProtocolException {
        try {
            if (row.size() > 1 && row.get(0).length() <= MAX_VALUE_CHARACTERS) {
                return new LogPosition(row.get(0), Long.parseLong(row.get(1)));
            }
        } catch (IllegalArgumentException e) {
            // rejected below
        }
        throw new StreamProtocolException("no file and position in the answer about the log");
    }

    private static long micros(List<List<String>> answer) throws StreamProtocolException {
        try {
            if (!answer.isEmpty() && answer.get(0).get(0).length() < MAX_TIME_CHARACTERS) {
                return new BigDecimal(answer.get(0).get(0)).movePointRight(6).longValue();
            }
        } catch (NumberFormatException e) {
            // rejected below
        }
        throw new StreamProtocolException("no time in the server's answer to the query for it");
    }

    private String logClause() {
        return logName.isEmpty() ? "" : " WITH " + Quoted.text(logName);
    }

    private static ServerInfo.Flavor flavor(String version, String comment) {
        String text = (version + " " + comment).toLowerCase(Locale.ROOT);
        if (text.contains("mariadb")) {
            return ServerInfo.Flavor.MARIADB;
        }
        return text.contains("polardb-x") || text.contains("tddl")
                ? ServerInfo.Flavor.POLARDBX
                : ServerInfo.Flavor.MYSQL;
    }

    String onOff(String name) throws IOException {
        return toOnOff(variable(connection, name));
    }

    private static String toOnOff(String value) {
        return switch (value) {
            case "1" -> "ON";
            case "0" -> "OFF";
            default -> value;
        };
    }

    /** Returns empty for a missing variable. A query for several variables would fail if one is missing. */
    private static String variable(ServerConnection connection, String name) throws IOException {
        List<List<String>> rows = rowsOf(connection.queryIfPossible("SELECT @@" + name));
        String value = rows.isEmpty() ? "" : rows.get(0).get(0);
        if (value.length() > MAX_VALUE_CHARACTERS && !name.contains("gtid")) {
            throw new StreamProtocolException("a value of " + value.length() + " characters for @@" + name);
        }
        return value;
    }
}
