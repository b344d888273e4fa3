// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.matrix.CellWarmUp;
import io.github.cdctester.internal.experiment.matrix.Matrix;
import io.github.cdctester.internal.experiment.matrix.MatrixFiles;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.JdbcSettingServer;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.RestartableServer;
import io.github.cdctester.internal.experiment.matrix.setting.UndoJournal;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs a small matrix on a real server.
 *
 * @param restartableServer the server, if the matrix may restart it
 * @param stop ends the matrix early
 */
record MatrixRig(Endpoint endpoint, Path directory, Optional<RestartableServer> restartableServer, StopSignal stop) {

    static MatrixRig onServer(Endpoint endpoint, Path directory) {
        return new MatrixRig(endpoint, directory, Optional.empty(), new StopSignal());
    }

    static MatrixPlan plan(List<MatrixSetting> settings, int repeats) {
        return new MatrixPlan(
                settings.get(0).name(),
                settings,
                SweepAxis.rates(100, 200),
                List.of(new MatrixWorkload("oltp_insert", Sysbench.oltpInsert().tableSize(100))),
                List.of(),
                repeats,
                42,
                Duration.ofSeconds(1),
                CellWarmUp.fixed(Duration.ZERO),
                Duration.ZERO,
                Duration.ofSeconds(30),
                OnError.CONTINUE,
                null);
    }

    MatrixResult run(MatrixPlan plan, ExperimentListener listener) {
        Plan base = Plan.of(endpoint, Window.DEFAULT, List.of()).verification(Verification.COUNTS);
        RunSettings settings = RunSettings.of(base, new TablePolicy(true, true, false, false), listener, stop);
        MatrixFiles files = new MatrixFiles(directory, ResultFiles.in(directory));
        return new Matrix(plan, settings, settingSwitch(files, listener), files, false).run();
    }

    /** Records each change in the directory's undo journal. */
    SettingSwitch settingSwitch(MatrixFiles files, ExperimentListener listener) {
        JdbcSettingServer server = new JdbcSettingServer(endpoint);
        return new SettingSwitch(
                server,
                restartableServer,
                HumanPause.UNAVAILABLE,
                UndoJournal.open(files.undoJournal(), server.address(), false),
                text -> listener.note(Note.other(text)));
    }
}
