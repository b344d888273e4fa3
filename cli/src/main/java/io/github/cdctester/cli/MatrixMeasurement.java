// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.terminal.ExperimentDisplay.Kind;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Trials;
import io.github.cdctester.cli.terminal.Question;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.matrix.MatrixFiles;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.scenario.ScenarioRun;
import io.github.cdctester.result.MatrixResult;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Runs those cells of a matrix that have no result yet.
 *
 * @param directory holds the cells' results, and what must be undone after a kill
 */
record MatrixMeasurement(MatrixPlan matrix, Path directory, ScenarioRun run)
        implements Session.Measurement<MatrixResult> {

    @Override
    public MatrixResult run(Session session) {
        session.beginsSeries("matrix", run.plan());
        Window window = new Window(Duration.ZERO, matrix.time(), 0, Duration.ZERO);
        ExperimentListener listener = session.experiment(new Trials(Kind.MATRIX, "", window, Duration.ZERO));
        MatrixFiles files = new MatrixFiles(directory, session.files().orElseThrow());
        return run.publishing(session.registry()).run(matrix, listener, files, Question.pause(session.screen()));
    }

    /** The files were written as the cells ended. */
    @Override
    public void write(MatrixResult result, ResultFiles files) {}
}
