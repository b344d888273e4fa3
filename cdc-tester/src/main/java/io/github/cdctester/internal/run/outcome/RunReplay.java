// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.judge.replay.Replay;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.Workload.Balance;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Replays the rows of a run's stream, and compares them with the tables after the run. */
public record RunReplay(RunListener listener, WriteTarget target, WriteSide writer, Replay replay) {

    /** @throws InvalidPlanException if no workload names a table whose rows can be replayed */
    public static void check(Plan plan, LoadWorkloads workloads) {
        if (!plan.replay()) {
            return;
        }
        List<Workload> all =
                plan.loads().stream().map(load -> workloads.of(load.workload())).toList();
        if (all.stream().allMatch(workload -> workload.replayedTables().isEmpty())) {
            throw new InvalidPlanException(
                    "replay",
                    "on",
                    "off: " + all.stream().map(Workload::name).distinct().collect(Collectors.joining(" and "))
                            + (all.size() == 1 ? " names" : " name") + " no tables whose rows can be replayed");
        }
    }

    /** Called before the tables are created. */
    static void refuseUnsuitable(FollowedStream stream) {
        if (stream.server().info().flavor() == ServerInfo.Flavor.POLARDBX) {
            throw new RunFailedException(Setting.REPLAY + " is not possible at "
                    + stream.server().endpoint().address() + ": it follows MySQL and MariaDB");
        }
        refusePartialRows(Setting.REPLAY, stream);
    }

    /** Called after the tables were created and before the stream starts. */
    public static RunReplay of(RunListener listener, WriteTarget target, WriteSide writer, FollowedStream stream) {
        List<Balance> balances = writer.loads().stream()
                .flatMap(load -> load.workload().balances().stream())
                .toList();
        Replay[] replays = new Replay[1];
        target.query(
                "preparing the replay",
                connection -> replays[0] = Replay.of(
                        connection,
                        tables(writer),
                        balances,
                        stream.server().info().isMariaDb(),
                        stream.isMarkedByHeartbeats()));
        stream.addRowReceiver(replays[0]);
        return new RunReplay(listener, target, writer, replays[0]);
    }

    static List<String> tables(WriteSide writer) {
        return writer.loads().stream()
                .flatMap(load -> load.workload().replayedTables().stream())
                .distinct()
                .toList();
    }

    static void refusePartialRows(Setting setting, FollowedStream stream) {
        String image = stream.server().info().rowImage();
        if (!image.isEmpty() && !image.equalsIgnoreCase("FULL")) {
            throw new RunFailedException(setting + " needs whole rows, but binlog_row_image is " + image + " at "
                    + stream.server().endpoint().address() + ": SET GLOBAL binlog_row_image = 'FULL'");
        }
        String options = stream.server().variables().getOrDefault("binlog_row_value_options", "");
        if (!options.isEmpty()) {
            throw new RunFailedException(setting + " needs whole rows, but binlog_row_value_options is " + options
                    + " at " + stream.server().endpoint().address() + ": SET GLOBAL binlog_row_value_options = ''");
        }
    }

    /** After unknown outcomes in the warm-up, gives up. Called while all workers are paused. */
    void windowOpens() {
        long unknownOutcomes = writer.loads().stream()
                .mapToLong(load -> load.metered().meter().counts().get(Metric.UNKNOWN_OUTCOMES))
                .sum();
        if (unknownOutcomes > 0) {
            replay.giveUp(
                    unknownOutcomes + " commits of the warm-up lost their connection: they may be in the tables that it"
                            + " begins with, or still to come");
            return;
        }
        listener.step("reading the tables for the replay");
        target.query("reading the tables for the replay", replay::load);
    }

    /** Called after the reader has reached the log's end, and all writers have ended. */
    public void compare() {
        listener.step("comparing the tables with the replay");
        target.query("comparing the tables with the replay", replay::compare);
    }

    Verdict judge(Verdict baseVerdict, @Nullable WriteSummary write, boolean isComplete) {
        return replay.judge(baseVerdict, write == null ? 0 : write.unknownOutcome(), isComplete);
    }
}
