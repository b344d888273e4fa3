// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.PlayedLog;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.judge.consumer.LostRows;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.internal.judge.consumer.snapshot.SnapshotJudge;
import io.github.cdctester.internal.judge.consumer.verdict.ConsumerCosts;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.internal.judge.replay.ShapeReader;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.workload.SteppedWorkload;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.workload.Workload;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The consumers that a run judges.
 *
 * @param stamps {@code null} without stamps
 * @param serverRows empty if snapshots are not judged
 */
public record RunConsumers(
        Optional<ConsumerJudge> judge, @Nullable Stamps stamps, Optional<ServerRows> serverRows) {

    private static final Duration SEARCH_TIMEOUT = Duration.ofSeconds(10);
    private static final String STAMPED_TABLES = "SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.COLUMNS"
            + " WHERE COLUMN_NAME = 'cdc_seq' AND TABLE_SCHEMA NOT IN ('mysql', 'sys', 'performance_schema',"
            + " 'information_schema')";

    public static final RunConsumers NONE = new RunConsumers(Optional.empty(), null, Optional.empty());

    /** @param played {@code null} with a real server */
    public static RunConsumers of(
            List<ConsumerProbe> probes,
            Plan plan,
            StreamSide streams,
            @Nullable PlayedLog played,
            Resources resources) {
        boolean writesStampedRows =
                plan.loads().stream().anyMatch(load -> load.workload().stamped());
        if (probes.isEmpty()) {
            return writesStampedRows
                    ? new RunConsumers(
                            Optional.empty(),
                            new Stamps(Stamps.NO_SINK, EpochMicrosClock.SYSTEM.epochMicros()),
                            Optional.empty())
                    : NONE;
        }
        FollowedStream firstStream = streams.streams().get(0);
        ServerInfo server = firstStream.server().info();
        boolean judgesSnapshots =
                probes.stream().anyMatch(probe -> JudgedProbe.of(probe).isSnapshotJudged());
        ConsumerJudge judge = resources.add(new ConsumerJudge(
                probes,
                server.isMariaDb(),
                plan.writes(),
                server.hasGtids() && firstStream.spec().logName().isEmpty(),
                writesStampedRows,
                judgesSnapshots ? SnapshotJudge.memory() : LedgerMemory.ofThisProcess(),
                EpochMicrosClock.SYSTEM));
        if (played != null) {
            judge.transactions().addPlayed(played);
            firstStream.addRowReceiver(judge.transactions().loggedStamps());
        }
        firstStream.addTransactionWatch(
                played == null ? judge.transactions().watch() : TransactionWatch.NONE,
                judge.transactions()::setGtidsBeforeStream);
        ServerRows rows = judgesSnapshots ? new ServerRows(judge.snapshots(), firstStream) : null;
        return new RunConsumers(Optional.of(judge), judge.transactions().stamps(), Optional.ofNullable(rows));
    }

    /**
     * Makes stamps unique at the server. Called after the tables were created and before a row is written. Tables are unknown if a workload
     * renames them or does not name them.
     */
    public static WorkloadTables prepareStamps(Stamps stamps, Plan plan, LoadWorkloads workloads, WriteTarget target) {
        List<NamedLoad> loads =
                plan.loads().stream().filter(load -> load.workload().stamped()).toList();
        List<Workload> stampedWorkloads =
                loads.stream().map(load -> workloads.of(load.workload())).toList();
        List<String> stampedTables = new ArrayList<>();
        target.query("listing the tables with stamps", connection -> {
            try (Statement statement = connection.createStatement()) {
                ResultSet connectionId = statement.executeQuery("SELECT CONNECTION_ID()");
                connectionId.next();
                stamps.chooseLayout(
                        loads.stream().mapToInt(load -> load.load().threads()).sum(), connectionId.getLong(1));
                ResultSet table = statement.executeQuery(STAMPED_TABLES);
                while (table.next()) {
                    stampedTables.add(table.getString(1) + "." + table.getString(2));
                }
            }
        });
        return stampedWorkloads.stream()
                        .anyMatch(workload -> workload instanceof SteppedWorkload
                                || workload.tables().isEmpty())
                ? WorkloadTables.NOT_KNOWN
                : new WorkloadTables(
                        plan.endpoint().database(),
                        stampedWorkloads.stream()
                                .flatMap(workload -> workload.tables().stream())
                                .toList(),
                        stampedTables);
    }

    /** Finds the table and the key of each missing change in the log. If this fails, the verdict contains only stamps. */
    public static void identifyLost(
            ConsumerJudge judge, WorkloadTables stampedTables, FollowedStream stream, WriteTarget target) {
        LostRows rows = judge.lostRows();
        List<String> tables = List.copyOf(stampedTables.names());
        if (rows == null || tables.isEmpty() || stream.followedServer().changes() > 0) {
            return;
        }
        try {
            target.query(
                    "querying the tables of lost rows",
                    connection -> rows.setTables(ShapeReader.shapes(Setting.JUDGE_SNAPSHOT, connection, tables)
                            .values()));
            stream.rereadFrom(rows.startPosition(), rows, rows::isDone, SEARCH_TIMEOUT);
            judge.setLostRowNames(rows);
        } catch (RunFailedException e) {
            // the verdict then identifies the changes by their stamps
        }
    }

    /**
     * Returns {@code null} without consumers.
     *
     * @param nodesWrite true if worker nodes write: the judge then receives commits with their times over another path
     */
    public @Nullable CommitSink commits(boolean nodesWrite) {
        return judge.<CommitSink>map(consumerJudge -> nodesWrite
                        ? (high, low, tag, number) -> {}
                        : consumerJudge.transactions().commits())
                .orElse(null);
    }

    List<ConsumerResult> results(
            Plan plan, Summary summary, Verdict verdict, Verifier verifier, @Nullable String failure) {
        if (judge.isEmpty()) {
            return List.of();
        }
        WriteSummary write = summary.write();
        boolean hasReceivedWholeLog = verdict.status() == Verdict.Status.LOSSLESS
                && verdict.committed() != null
                && verdict.committed().equals(verdict.observed());
        List<ConsumerResult> results = judge.get()
                .results(new JudgedRun(
                        write == null ? null : (Long) write.logged(),
                        write == null ? null : (Long) write.unknownOutcome(),
                        hasReceivedWholeLog,
                        write == null ? null : verifier.trackingObstacle().orElse(null),
                        failure,
                        summary.seconds()));
        return new ConsumerCosts(plan, summary)
                .perUnit(
                        ConsumerResult.withSupportedVerdicts(plan, summary, results),
                        judge.get().unreadWarmUps());
    }
}
