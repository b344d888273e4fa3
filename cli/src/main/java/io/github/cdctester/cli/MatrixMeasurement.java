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
import java.util.Set;

/**
 * Runs those cells of a matrix that have no result yet.
 *
 * @param directory holds the cells' results, and what must be undone after a kill
 * @param comingTables tables that a probe may name before they exist
 */
record MatrixMeasurement(
        MatrixPlan matrix,
        Path directory,
        List<ProbeSpec> probes,
        Set<String> comingTables,
        RunSettings settings,
        CommandServer server)
        implements Session.Measurement<MatrixResult> {

    @Override
    public MatrixResult run(Session session) throws InterruptedException {
        session.beginsSeries("matrix", settings.plan());
        Window window = new Window(Duration.ZERO, matrix.time(), 0, Duration.ZERO);
        ExperimentListener listener = session.experiment(new Trials(Kind.MATRIX, "", window, Duration.ZERO));
        ResultFiles place = session.files().orElseThrow();
        RunSettings published = session.registry().map(settings::publishing).orElse(settings);
        return run(published, Question.pause(session.screen()), new MatrixFiles(directory, place), listener);
    }

    /** The files were written as the cells ended. */
    @Override
    public void write(MatrixResult result, ResultFiles files) {}

    private MatrixResult run(RunSettings base, HumanPause pause, MatrixFiles files, ExperimentListener listener)
            throws InterruptedException {
        Endpoint endpoint = server.endpoint();
        boolean own = server.own().isPresent();
        JdbcSettingServer there = new JdbcSettingServer(endpoint);
        SettingSwitch settingSwitch = new SettingSwitch(
                there,
                server.own().map(embedded -> (RestartableServer) embedded::restart),
                pause,
                UndoJournal.open(files.undoJournal(), there.address(), own),
                text -> listener.note(Note.other(text)));
        ProbePlan probing = new ProbePlan(probes, endpoint, server::process, comingTables, false);
        try (Probes read = Probes.open(probing, reading -> {}, listener::note)) {
            read.start();
            RunSettings probed = base.listeningWith(listener).probing(read);
            return new Matrix(matrix, probed, settingSwitch, files, own, listener).run();
        }
    }
}
