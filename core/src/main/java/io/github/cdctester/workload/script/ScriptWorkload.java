// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.SessionStatements;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** A workload that is written in YAML. */
class ScriptWorkload implements DividedWorkload {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long SESSION = 0xD1B54A32D192ED03L;

    private final Scripted spec;
    private final Script script;
    private final ScriptTables tables;
    private final long seed;
    private final Counters.Shared counters = new Counters.Shared();
    private final Map<Integer, Integer> sessions = new ConcurrentHashMap<>();

    ScriptWorkload(Scripted spec, Script script) {
        this.spec = spec;
        this.script = script;
        tables = new ScriptTables(spec.name(), script.tables());
        long wanted = spec.random().seed();
        seed = wanted == 0 ? new SplittableRandom().nextLong() : wanted;
    }

    /**
     * Reads the text and makes the workload. Nothing is connected to.
     *
     * @param spec the text and its options
     * @return the workload; a {@link io.github.cdctester.workload.ConsistentWorkload} where the text has checks
     * @throws io.github.cdctester.failure.InvalidPlanException if the text is wrong; the message names file, line and key
     */
    public static ScriptWorkload of(Scripted spec) {
        Script script = ScriptReader.read(spec);
        return script.checks().isEmpty() ? new ScriptWorkload(spec, script) : new CheckedScriptWorkload(spec, script);
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public List<String> transactionKinds() {
        return script.transactions().stream().map(Script.Transaction::name).toList();
    }

    /** Those that the file describes; others that its statements name may be anybody's. */
    @Override
    public List<String> replayedTables() {
        return script.tables().stream().map(Script.Table::name).toList();
    }

    @Override
    public int transactionsPerConnection() {
        return spec.sending().reconnect();
    }

    /** Without BEGIN and COMMIT, which not every server prepares. */
    @Override
    public int preparedStatements() {
        return spec.sending().psMode() == PsMode.AUTO ? statements().size() : 0;
    }

    @Override
    public Optional<String> whyRowsAreNotTold() {
        return statements().stream()
                .filter(step -> !step.sql().isSelect() && step.reads().isEmpty())
                .filter(step -> WrittenTable.of(step.sql(), script.tables()).isEmpty())
                .findFirst()
                .map(step -> "it cannot be told which rows of which table the statement at " + step.at() + " writes");
    }

    @Override
    public TableFilling filling(int threads) {
        return new ScriptFilling(tables, spec.random(), seed);
    }

    /** Has the server read every statement, so that a wrong one shows before anything is written. */
    @Override
    public void check(Connection connection) throws SQLException {
        tables.check(connection);
        for (Script.Sql step : statements()) {
            try (SessionStatements statements = new SessionStatements(connection, PsMode.AUTO)) {
                statements.prepare(step.sql().prepared());
            } catch (SQLException e) {
                throw new RunFailedException(step.at() + ": the server refuses this statement: " + e.getMessage(), e);
            }
        }
        takeStock(connection);
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        takeStock(connection);
        // what a worker draws does not depend on which worker connects first
        int session = sessions.merge(worker, 1, Integer::sum);
        SplittableRandom random = new SplittableRandom(seed + (worker + 1) * GOLDEN + session * SESSION).split();
        return new ScriptedSession(script, spec.sending(), connection, new Draws(random, spec.random(), counters));
    }

    @Override
    public int cleanup(Connection connection) throws SQLException {
        return tables.drop(connection);
    }

    Script script() {
        return script;
    }

    /** Finds, once, the ends of the columns behind which values go on. */
    private synchronized void takeStock(Connection connection) throws SQLException {
        for (Counters.Column column : nextColumns()) {
            if (counters.knows(column)) {
                continue;
            }
            String question = "SELECT COALESCE(MAX(" + Literals.name(column.name()) + "), 0) FROM "
                    + Literals.name(column.table());
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(question)) {
                row.next();
                counters.start(column, row.getLong(1));
            }
        }
    }

    private List<Script.Sql> statements() {
        List<Script.Sql> found = new ArrayList<>();
        blocks().forEach(block -> block.steps().forEach(step -> {
            if (step instanceof Script.Sql sql) {
                found.add(sql);
            }
        }));
        return found;
    }

    private List<Counters.Column> nextColumns() {
        List<Counters.Column> found = new ArrayList<>();
        blocks().forEach(block -> block.values().values().forEach(value -> {
            if (value instanceof ValueReader.NextSource next) {
                found.add(next.column());
            }
        }));
        return found;
    }

    private List<Script.Block> blocks() {
        List<Script.Block> found = new ArrayList<>();
        script.transactions().forEach(transaction -> collect(transaction.body(), found));
        return found;
    }

    private static void collect(Script.Block block, List<Script.Block> found) {
        found.add(block);
        block.steps().forEach(step -> {
            if (step instanceof Script.Block inner) {
                collect(inner, found);
            }
        });
    }
}
