// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.terminal.ExperimentDisplay.Kind;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Trials;
import io.github.cdctester.cli.terminal.Question;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.matrix.Matrix;
import io.github.cdctester.internal.experiment.matrix.MatrixFiles;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.setting.JdbcSettingServer;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.RestartableServer;
import io.github.cdctester.internal.experiment.matrix.setting.UndoJournal;
import io.github.cdctester.internal.experiment.probe.ProbePlan;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.Probes;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Note;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Runs those cells of a matrix that have no result yet.
 *
 * @param directory holds the cells' results, and what must be undone after a kill
 */
record MatrixMeasurement(
        MatrixPlan matrix, Path directory, List<ProbeSpec> probes, RunSettings settings, CommandServer server)
        implements Session.Measurement<MatrixResult> {

    @Override
    public MatrixResult run(Session session) {
        session.beginsSeries("matrix", settings.plan());
        Window window = new Window(Duration.ZERO, matrix.time(), 0, Duration.ZERO);
        ExperimentListener listener = session.experiment(new Trials(Kind.MATRIX, "", window, Duration.ZERO));
        ResultFiles place = session.files().orElseThrow();
        RunSettings published = settings.publishing(session.registry());
        return run(published, Question.pause(session.screen()), new MatrixFiles(directory, place), listener);
    }

    /** The files were written as the cells ended. */
    @Override
    public void write(MatrixResult result, ResultFiles files) {}

    private MatrixResult run(RunSettings base, HumanPause pause, MatrixFiles files, ExperimentListener listener) {
        Endpoint endpoint = server.endpoint();
        boolean own = server.own().isPresent();
        JdbcSettingServer there = new JdbcSettingServer(endpoint);
        SettingSwitch settingSwitch = new SettingSwitch(
                there,
                server.own().map(embedded -> (RestartableServer) embedded::restart),
                pause,
                UndoJournal.open(files.undoJournal(), there.address(), own),
                text -> listener.note(Note.other(text)));
        Probes probing = new Probes(new ProbePlan(probes, endpoint, server::process, true), reading -> {});
        RunSettings probed = base.listeningWith(listener).probing(probing);
        return new Matrix(matrix, probed, settingSwitch, files, own, listener).run();
    }
}
