// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.terminal.LineFormat;
import io.github.cdctester.cli.terminal.PlanDisplay;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.watch.LiveView;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.plan.Experiment;
import io.github.cdctester.internal.experiment.plan.ExperimentPlan;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.PlainText;
import io.github.cdctester.internal.report.files.HtmlFormats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.PlanResult;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** One experiment on the command line, from the first shown line to the written files. */
final class PlanSession {

    private final OutputOptions output;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Window window;
    private final @Nullable String elasticityProbe;

    PlanSession(OutputOptions output, CommandLine commandLine, Duration longest, @Nullable String elasticityProbe) {
        this.output = output;
        this.elasticityProbe = elasticityProbe;
        out = commandLine.getOut();
        err = commandLine.getErr();
        window = new Window(Duration.ZERO, longest, 0, Duration.ZERO);
    }

    /**
     * Runs the experiment and shows its result.
     *
     * @return the result, complete or marked as interrupted
     */
    PlanResult run(ExperimentPlan experiment, PlannedRun planned, Supplier<Optional<ProcessHandle>> server) {
        try (LiveView watching = LiveView.start(output.ui(), err)) {
            Optional<ResultFiles> files = OutDirectory.open(output);
            try (Publishing meters = Publishing.start(output, err)) {
                output.junit().ifPresent(ResultFiles::besides);
                return watched(experiment, planned, server, meters, files, watching);
            } finally {
                files.ifPresent(ResultFiles::leave);
            }
        }
    }

    private PlanResult watched(
            ExperimentPlan experiment,
            PlannedRun planned,
            Supplier<Optional<ProcessHandle>> server,
            Publishing meters,
            Optional<ResultFiles> files,
            LiveView watching) {
        LineFormat lines = output.lines();
        try (Screen screen = Screen.open(output.json() ? err : out, output.manner(), output.color())) {
            RunSettings settings = planned.settings();
            RunSettings published = meters.registry().map(settings::publishing).orElse(settings);
            screen.live().ifPresent(live -> live.title(RunTitle.of("plan", settings.plan())));
            watching.begins(experiment.label(), experiment.text(), settings.plan());
            RunDisplay display = new RunDisplay(screen, lines, lines.hasLines(), window, watching.watcher());
            Experiment whole = new Experiment(
                    experiment,
                    new PlannedRun(published, planned.workloads()),
                    new PlanDisplay(screen, display, lines.hasLines(), experiment.phases()),
                    server,
                    output.out());
            PlanResult result = ResultWords.of(run(whole, files));
            screen.clearStatus();
            watching.ends(HtmlFormats.PLAN.format(), result, output.out());
            finish(result, files);
            return result;
        } catch (RuntimeException | Error e) {
            watching.fails(e);
            throw e;
        }
    }

    /** It keeps what it measures as it goes, in the place of what was there. */
    private static PlanResult run(Experiment experiment, Optional<ResultFiles> files) {
        files.ifPresent(ResultFiles::begin);
        try {
            return experiment.run();
        } catch (RuntimeException e) {
            files.ifPresent(ResultFiles::discardUnlessMeasured);
            throw e;
        }
    }

    private void finish(PlanResult result, Optional<ResultFiles> files) {
        show(result);
        output.junit().ifPresent(file -> JUnitFile.write(file, result));
        String failure = result.failure();
        try {
            files.ifPresent(directory -> write(result, directory));
        } catch (RunFailedException e) {
            // a full disk has perhaps ended the plan, too: that comes first
            throw failure == null ? e : new RunFailedException(failure + "; " + e.getMessage(), e);
        }
        if (failure != null) {
            err.println("cdc-tester: " + PlainText.line(failure));
        }
    }

    private void write(PlanResult result, ResultFiles directory) {
        directory.write(result);
        if (elasticityProbe != null) {
            directory.writeElasticity(result, elasticityProbe);
        }
    }

    private void show(PlanResult result) {
        if (output.json()) {
            Formats.JSON.print(result, out);
        } else {
            out.println();
            Formats.PLAN_TABLE.print(result, out);
        }
        out.flush();
    }
}
