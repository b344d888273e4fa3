// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.terminal.LineFormat;
import io.github.cdctester.cli.terminal.MatrixDisplay;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.terminal.TerminalPause;
import io.github.cdctester.cli.watch.LiveView;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.experiment.PlannedStepTables;
import io.github.cdctester.internal.experiment.matrix.Matrix;
import io.github.cdctester.internal.experiment.matrix.MatrixFiles;
import io.github.cdctester.internal.experiment.matrix.MatrixListener;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.setting.JdbcSettingServer;
import io.github.cdctester.internal.experiment.matrix.setting.RestartableServer;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.experiment.matrix.setting.UndoJournal;
import io.github.cdctester.internal.experiment.probe.ProbePlan;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.Probes;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.PlainText;
import io.github.cdctester.internal.report.files.HtmlFormats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.report.page.Pages;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine;

/** One matrix on the command line, from the first shown line to the tables. */
final class MatrixSession {

    private final OutputOptions output;
    private final PrintWriter out;
    private final PrintWriter err;
    private final MatrixPlan matrix;
    private final List<ProbeSpec> probes;
    private final Set<String> comingTables;

    MatrixSession(
            OutputOptions output,
            CommandLine commandLine,
            MatrixPlan matrix,
            List<ProbeSpec> probes,
            Set<String> comingTables) {
        this.comingTables = comingTables;
        this.output = output;
        this.matrix = matrix;
        this.probes = probes;
        out = commandLine.getOut();
        err = commandLine.getErr();
    }

    /** Where it is kept; without a place nothing could be undone after a kill, or gone on with. */
    static Path directory(OutputOptions output) {
        return output.out()
                .orElseThrow(() -> new InvalidPlanException(
                        "out",
                        "missing",
                        "given for a matrix: it keeps there what was measured, and what is to be undone"));
    }

    /** Runs those cells that are not done yet, and shows the tables. */
    MatrixResult run(RunSettings base, CommandServer server) throws InterruptedException {
        try (LiveView watching = LiveView.start(output.ui(), err)) {
            Path directory = directory(output);
            ResultFiles place = OutDirectory.open(output).orElseThrow();
            try (Publishing meters = Publishing.start(output, err)) {
                output.junit().ifPresent(ResultFiles::besides);
                return watched(base, server, meters, watching, new MatrixFiles(directory, place));
            } finally {
                place.leave();
            }
        }
    }

    private MatrixResult watched(
            RunSettings base, CommandServer server, Publishing meters, LiveView watching, MatrixFiles files)
            throws InterruptedException {
        LineFormat lines = output.lines();
        try (Screen screen = Screen.open(output.json() ? err : out, output.manner(), output.color())) {
            String headline = RunTitle.of("matrix", base.plan());
            screen.live().ifPresent(live -> live.title(headline));
            watching.beginsSeries(headline, base.plan());
            RunDisplay display = new RunDisplay(
                    screen,
                    lines.withoutLines(),
                    false,
                    new Window(Duration.ZERO, matrix.time(), 0, Duration.ZERO),
                    watching.watcher());
            RunSettings published = meters.registry().map(base::publishing).orElse(base);
            MatrixResult written =
                    measured(published, server, screen, files, new MatrixDisplay(screen, display, lines.hasLines()) {
                        @Override
                        public void progress(MatrixResult soFar) {
                            watching.soFar(() -> Pages.of(ResultWords.of(soFar)));
                        }
                    });
            watching.ends(HtmlFormats.MATRIX.format(), written, output.out());
            MatrixResult result = ResultWords.of(written);
            screen.clearStatus();
            show(result, screen.width());
            output.junit().ifPresent(file -> JUnitFile.write(file, result));
            String failure = result.failure();
            if (failure != null) {
                err.println("cdc-tester: " + PlainText.line(failure));
            }
            return result;
        } catch (RuntimeException | Error e) {
            watching.fails(e);
            throw e;
        }
    }

    private MatrixResult measured(
            RunSettings base, CommandServer server, Screen screen, MatrixFiles files, MatrixListener listener)
            throws InterruptedException {
        Endpoint endpoint = server.endpoint();
        boolean own = server.own().isPresent();
        JdbcSettingServer there = new JdbcSettingServer(endpoint);
        SettingSwitch settings = new SettingSwitch(
                there,
                server.own().map(embedded -> (RestartableServer) embedded::restart),
                new TerminalPause(screen),
                UndoJournal.open(files.undoJournal(), there.address(), own),
                text -> listener.note(Note.other(text)));
        FirstFailure failures = new FirstFailure();
        Resources resources = new Resources();
        MatrixResult[] result = new MatrixResult[1];
        failures.doing(() -> {
            Probes read = resources.add(Probes.open(
                    new ProbePlan(probes, endpoint, () -> server.own().map(EmbeddedMariaDb::process), comingTables),
                    reading -> {},
                    listener::note));
            read.start();
            RunSettings probing = base.listeningWith(listener).probing(read);
            result[0] = new Matrix(
                            matrix, probing, new PlannedStepTables(probing, listener), settings, files, own, listener)
                    .run();
        });
        resources.close(failures);
        if (failures.first() != null) {
            failures.rethrow();
        }
        if (result[0] == null) {
            throw new RunFailedException("the matrix was interrupted before it began");
        }
        return result[0];
    }

    private void show(MatrixResult result, OptionalInt width) {
        if (output.json()) {
            Formats.JSON.print(result, out);
        } else {
            if (!output.quiet()) {
                out.println(); // below what was told on the way
            }
            Formats.matrixTables(width.orElse(Formats.UNLIMITED)).print(result, out);
        }
        out.flush();
    }
}
