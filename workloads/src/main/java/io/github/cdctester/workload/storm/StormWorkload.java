// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SchemaTables;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.workload.StepJournal;
import io.github.cdctester.internal.workload.StepJournal.JournalStep;
import io.github.cdctester.internal.workload.SteppedWorkload;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.storm.StormFamily.Storm;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class StormWorkload extends TableWorkload implements SteppedWorkload {

    private static final int MAX_NAMED_TABLES = 100;

    private final Storm spec;
    private final StepJournal journal;
    private @Nullable StormServer server;
    private @Nullable StormTables stormTables;

    StormWorkload(Storm spec, SharedNumbers numbers) {
        super(spec.name(), numbers);
        this.spec = spec;
        journal = new StepJournal(spec.file());
    }

    @Override
    public List<String> transactionKinds() {
        return Stream.concat(StormKind.names().stream(), Stream.of(StormKind.REBUILD.name()))
                .toList();
    }

    @Override
    public Duration timeout() {
        return Duration.ofMinutes(5);
    }

    /** The number is limited to {@value #MAX_NAMED_TABLES}, because messages list the names. */
    @Override
    public List<String> tables() {
        return IntStream.range(0, Math.min(spec.tables(), MAX_NAMED_TABLES))
                .mapToObj(StormTable::name)
                .toList();
    }

    @Override
    public List<String> replayedTables() {
        return List.of();
    }

    @Override
    public Optional<String> whyRowsAreNotReported() {
        return Optional.of("a storm renames its tables, and changes rows by triggers and foreign keys");
    }

    /** No other process has the state of a lost process's tables. */
    @Override
    public boolean canBeTakenOver() {
        return false;
    }

    @Override
    public StepJournal stepJournal() {
        return journal;
    }

    @Override
    public synchronized List<String> unsupportedSteps() {
        return server == null
                ? List.of()
                : server.unsupported().stream().map(StormKind::name).toList();
    }

    @Override
    public void checkServer(Connection connection) throws SQLException {
        serverOf(connection);
    }

    private synchronized StormServer serverOf(Connection connection) throws SQLException {
        StormServer existingServer = server;
        if (existingServer == null) {
            existingServer = StormServer.of(connection, spec);
            server = existingServer;
        }
        return existingServer;
    }

    @Override
    public void prepare(Preparation preparation) throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            serverOf(connection);
            StormObjects existingObjects = StormObjects.find(statement, "storm_");
            List<String> names = Stream.concat(existingObjects.tables().stream(), existingObjects.views().stream())
                    .toList();
            if (!names.isEmpty()) {
                throw new RunFailedException((names.get(0).equals(StormObjects.UNUSED) ? "tables" : names.get(0))
                        + " of a storm exist already; run " + Setting.CLEANUP.of(Storm.NAME)
                        + " first, or run without prepare");
            }
        }
        RowStamp stamp = new RowStamp(spec.stamped());
        NewTables tables = new NewTables("run " + Setting.CLEANUP.of(Storm.NAME) + " first, or run without prepare");
        AtomicLong createdTables = new AtomicLong();
        try {
            SharedWork.run(preparation, spec.tables() + 1, (number, statement, checkpoint) -> {
                String name = number == spec.tables() ? StormObjects.UNUSED : StormTable.name(number);
                tables.create(statement, name, StormTable.create(name, stamp));
                preparation.progress().rows(Math.min(createdTables.incrementAndGet(), spec.tables()), spec.tables());
            });
        } catch (SQLException | InterruptedException | RuntimeException | Error e) {
            tables.dropAfter(e, preparation.connections());
            throw e;
        }
    }

    @Override
    public void check(Connection connection) throws SQLException {
        serverOf(connection);
        String lastTable = StormTable.name(spec.tables() - 1);
        if (!SchemaTables.exists(connection, StormObjects.UNUSED) || !SchemaTables.exists(connection, lastTable)) {
            throw new RunFailedException((SchemaTables.exists(connection, lastTable)
                            ? "the storm's tables were changed by an earlier run; run " + Setting.CLEANUP.of(Storm.NAME)
                                    + " and "
                            : "there is no table " + lastTable + "; run ")
                    + Setting.PREPARE.of(Storm.NAME) + " with the same options first, or add "
                    + Setting.PREPARE_FIRST);
        }
        new RowStamp(spec.stamped()).check(connection, StormTable.name(0));
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        return new StormSession(connection, stormTables(connection), journal);
    }

    private synchronized StormTables stormTables(Connection connection) throws SQLException {
        StormTables existingTables = stormTables;
        if (existingTables == null) {
            existingTables = newStormTables(connection);
            stormTables = existingTables;
            journal.writeComment("storm of " + spec.tables() + " tables by the seed "
                    + numbers().seed() + ", on " + serverOf(connection).version());
        }
        return existingTables;
    }

    private StormTables newStormTables(Connection connection) throws SQLException {
        return new StormTables(serverOf(connection), spec, numbers(), StormObjects.xidPrefix(connection));
    }

    @Override
    public List<JournalStep> sequence(Connection connection) throws SQLException, InterruptedException {
        StormTables simulatedTables = newStormTables(connection);
        List<JournalStep> steps = new ArrayList<>();
        while (steps.size() < spec.transactions()) {
            StormTables.Turn turn = simulatedTables.nextTurn();
            StormStep step = turn.table().next();
            if (spec.sends(turn.number())) {
                steps.add(new JournalStep(turn.number(), step.kind().name(), step.table()));
            }
            simulatedTables.release(turn.table());
        }
        return steps;
    }

    @Override
    public WorkloadSpec onlySteps(List<JournalStep> steps) {
        BitSet sentSteps = new BitSet();
        steps.forEach(step -> sentSteps.set((int) step.number()));
        return spec.sending(sentSteps, numbers().seed());
    }

    @Override
    public int cleanup(Connection connection) throws SQLException {
        return StormObjects.remove(connection);
    }
}
