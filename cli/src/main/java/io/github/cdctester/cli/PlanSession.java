// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.scrape.MetricsEndpoint;
import io.github.cdctester.cli.terminal.PlanDisplay;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.experiment.plan.Experiment;
import io.github.cdctester.internal.experiment.plan.ExperimentPlan;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.PlainText;
import io.github.cdctester.internal.report.ResultFiles;
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
        Optional<ResultFiles> files = output.out().map(ResultFiles::in);
        PrintWriter progress = output.json() ? err : out;
        boolean lines = output.reportInterval() > 0;
        Optional<MetricsEndpoint> metrics = output.prometheus().map(MetricsEndpoint::start);
        try (Screen screen = Screen.open(progress, !output.json() && !output.quiet(), output.color())) {
            RunSettings settings = planned.settings();
            RunSettings published = metrics.map(endpoint -> settings.publishing(endpoint.registry()))
                    .orElse(settings);
            RunDisplay display = new RunDisplay(screen, output.percentile(), output.reportInterval(), lines, window);
            PlanResult result = ResultWords.of(new Experiment(
                            experiment,
                            new PlannedRun(published, planned.workloads()),
                            new PlanDisplay(screen, display, lines),
                            server,
                            output.out())
                    .run());
            screen.clearStatus();
            show(result);
            files.ifPresent(directory -> {
                directory.write(result);
                if (elasticityProbe != null) {
                    directory.writeElasticity(result, elasticityProbe);
                }
            });
            String failure = result.failure();
            if (failure != null) {
                err.println("cdc-tester: " + PlainText.line(failure));
            }
            return result;
        } finally {
            metrics.ifPresent(MetricsEndpoint::close);
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
