// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SchemaTables;
import io.github.cdctester.internal.workload.SessionStatements;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class ScriptWorkload extends TableWorkload implements DividedWorkload {

    private final Scripted spec;
    private final Script script;
    private final Counters.SharedCounters counters;

    ScriptWorkload(Scripted spec, Script script, SharedNumbers numbers) {
        super(spec.name(), numbers);
        this.spec = spec;
        this.script = script;
        counters = new Counters.SharedCounters(numbers);
    }

    /**
     * @return a {@link io.github.cdctester.workload.ConsistentWorkload} if the text contains checks
     * @throws io.github.cdctester.failure.InvalidPlanException if the text or an option is invalid; the message contains the file
     */
    static ScriptWorkload of(Scripted spec, SharedNumbers numbers) {
        Script script = ScriptReader.read(spec);
        return script.checks().isEmpty()
                ? new ScriptWorkload(spec, script, numbers)
                : new Checked(spec, script, numbers);
    }

    @Override
    public List<String> transactionKinds() {
        return script.transactions().stream().map(Script.Transaction::name).toList();
    }

    /** Other programs may write to tables that the file does not define. */
    @Override
    public List<String> replayedTables() {
        return script.tables().stream().map(Script.Table::name).toList();
    }

    @Override
    public int transactionsPerConnection() {
        return spec.sending().reconnect();
    }

    /** Some servers do not prepare BEGIN and COMMIT. INSERTs of several rows are sent as text. */
    @Override
    public int preparedStatements() {
        if (spec.sending().psMode() != PsMode.AUTO) {
            return 0;
        }
        return steps().filter(step -> step.rows() == null)
                .mapToInt(Script.Sql::copies)
                .sum();
    }

    @Override
    public Optional<String> whyRowsAreNotReported() {
        return statements().stream()
                .filter(step -> !step.sql().isSelect() && step.reads().isEmpty())
                .filter(step -> WrittenTable.of(step.sql(), script.tables()).isEmpty())
                .findFirst()
                .map(step ->
                        "it is not known which rows of which table the statement at " + step.location() + " writes");
    }

    @Override
    public TableFilling filling(int threads) {
        return new ScriptFilling(
                spec.name(), script.tables(), spec.random(), numbers().seed());
    }

    /** Prepares each statement for one copy of its table. Writes nothing. */
    @Override
    public void check(Connection connection) throws SQLException {
        for (String table : replayedTables()) {
            if (!SchemaTables.exists(connection, table)) {
                throw new RunFailedException("there is no table " + table + "; run " + Setting.PREPARE
                        + " with the file of " + spec.name() + " first, or add " + Setting.PREPARE_FIRST);
            }
        }
        RowStamp stamp = new RowStamp(script.stamp());
        for (String table : replayedTables()) {
            stamp.check(connection, Quoted.name(table));
        }
        for (Script.Sql step : statements()) {
            try (SessionStatements statements = new SessionStatements(connection, PsMode.AUTO)) {
                statements.prepare(step.sql().preparedText());
            } catch (SQLException e) {
                throw new RunFailedException(
                        step.location() + ": the server refuses this statement: " + e.getMessage(), e);
            }
        }
        startCounters(connection);
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        startCounters(connection);
        ValueRandoms draws = new ValueRandoms(randoms.nextSessionRandom(worker), spec.random(), counters);
        return new ScriptedSession(script, spec.sending(), connection, draws);
    }

    @Override
    public int cleanup(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>(replayedTables());
        Collections.reverse(names); // tables may refer to earlier tables
        return SchemaTables.drop(connection, names);
    }

    Script script() {
        return script;
    }

    /** For columns that a {@code next} or {@code oldest} value continues. Queries the column's lowest or highest value once per run. */
    private synchronized void startCounters(Connection connection) throws SQLException {
        for (Counters.Column column : continuedColumns()) {
            if (counters.contains(column)) {
                continue;
            }
            String name = column.toString();
            Map<String, Long> knownEnds = new HashMap<>(numbers().valuesFromTables());
            Long knownEnd = knownEnds.get(name);
            if (knownEnd != null) { // another process has read it before the first write
                counters.start(column, knownEnd);
                continue;
            }
            long columnEnd = queryEnd(connection, column);
            counters.start(column, columnEnd);
            knownEnds.put(name, columnEnd);
            setValuesFromTables(knownEnds);
        }
    }

    /** Includes all copies of the table. Returns 1 or 0 if there are no rows. */
    private long queryEnd(Connection connection, Counters.Column column) throws SQLException {
        List<String> tables = replayedTables();
        List<String> copies = IntStream.iterate(1, number -> number + 1)
                .mapToObj(number -> column.table() + number)
                .takeWhile(tables::contains)
                .toList();
        boolean isTable = copies.isEmpty() || tables.contains(column.table());
        String union = (isTable ? List.of(column.table()) : copies)
                .stream()
                        .map(table -> "SELECT " + (column.oldest() ? "MIN(" : "MAX(") + Quoted.name(column.name())
                                + ") AS number FROM " + Quoted.name(table))
                        .collect(Collectors.joining(" UNION ALL "));
        String query = "SELECT COALESCE(" + (column.oldest() ? "MIN(number), 1" : "MAX(number), 0") + ") FROM (" + union
                + ") AS ends";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private List<Script.Sql> statements() {
        return steps().map(step -> step.forCopy(1)).toList();
    }

    private Stream<Script.Sql> steps() {
        return blocks().flatMap(block -> block.steps().stream())
                .filter(Script.Sql.class::isInstance)
                .map(Script.Sql.class::cast);
    }

    private List<Counters.Column> continuedColumns() {
        Stream<ValueSource> rowValues =
                steps().map(Script.Sql::rows).filter(Objects::nonNull).flatMap(rows -> rows.values().values().stream());
        return Stream.concat(blocks().flatMap(block -> block.values().values().stream()), rowValues)
                .filter(ValueReader.NextSource.class::isInstance)
                .map(value -> ((ValueReader.NextSource) value).column())
                .toList();
    }

    private Stream<Script.Block> blocks() {
        return script.transactions().stream().flatMap(transaction -> blocks(transaction.body()));
    }

    private static Stream<Script.Block> blocks(Script.Block block) {
        Stream<Script.Block> innerBlocks = block.steps().stream()
                .filter(Script.Block.class::isInstance)
                .flatMap(step -> blocks((Script.Block) step));
        return Stream.concat(Stream.of(block), innerBlocks);
    }

    /** Each check is a query that returns the rows that violate a condition. */
    static final class Checked extends ScriptWorkload implements ConsistentWorkload {

        Checked(Scripted spec, Script script, SharedNumbers numbers) {
            super(spec, script, numbers);
        }

        @Override
        public List<Condition> conditions(Preparation work, Condition.Moment moment)
                throws SQLException, InterruptedException {
            List<Condition> conditions = new ArrayList<>();
            try (Connection connection = work.connections().connection();
                    Statement statement = connection.createStatement()) {
                statement.setEscapeProcessing(false);
                for (Map.Entry<String, String> check : script().checks().entrySet()) {
                    work.failIfStopped();
                    long violations = 0;
                    String offender = null;
                    try (ResultSet rows = statement.executeQuery(check.getValue())) {
                        while (rows.next()) {
                            offender = violations++ == 0 ? Condition.describe(rows) : offender;
                        }
                    }
                    conditions.add(new Condition(
                            check.getKey(),
                            "no row of " + check.getValue().strip().replaceAll("\\s+", " "),
                            violations,
                            Optional.ofNullable(offender)));
                }
            }
            return conditions;
        }
    }
}
