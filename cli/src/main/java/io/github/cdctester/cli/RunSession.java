// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.scrape.MetricsEndpoint;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.ResultFiles;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunInterruptedException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;

/** One run on the command line, from the first shown line to the written files: what run and subscribe have in common. */
final class RunSession {

    private final OutputOptions output;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Function<PlanBuilder, RunResult> action;

    RunSession(OutputOptions output, CommandLine commandLine) {
        this(output, commandLine, PlanBuilder::run);
    }

    RunSession(OutputOptions output, CommandLine commandLine, Function<PlanBuilder, RunResult> action) {
        this.action = action;
        this.output = output;
        out = commandLine.getOut();
        err = commandLine.getErr();
    }

    /**
     * Runs the plan and shows its result.
     *
     * @return the result, complete or marked as interrupted
     * @throws RunInterruptedException after the partial result has been shown and written
     */
    RunResult run(PlanBuilder plan, Window window) {
        Optional<ResultFiles> files = output.out().map(ResultFiles::in);
        PrintWriter progress = output.json() ? err : out;
        boolean lines = output.reportInterval() > 0;
        Optional<MetricsEndpoint> metrics = output.prometheus().map(MetricsEndpoint::start);
        try (Screen screen = Screen.open(progress, !output.json() && !output.quiet(), output.color())) {
            metrics.ifPresent(endpoint -> plan.meterRegistry(endpoint.registry()));
            plan.listener(new RunDisplay(screen, output.percentile(), output.reportInterval(), lines, window));
            RunResult result = action.apply(plan);
            screen.clearStatus();
            show(result, files);
            return result;
        } catch (RunInterruptedException e) {
            show(e.partialResult(), files);
            throw e;
        } catch (Error e) {
            for (Throwable kept : e.getSuppressed()) {
                if (kept instanceof RunInterruptedException partial) {
                    show(partial.partialResult(), files);
                }
            }
            throw e;
        } finally {
            metrics.ifPresent(MetricsEndpoint::close);
        }
    }

    /**
     * Tells whether all that was asked for was held, and the stream whole.
     *
     * @return the exit code of a run that was not interrupted
     */
    static int exitCode(RunResult result) {
        return result.verdict().status().isBad() ? Failures.CHECK_FAILED : checksExitCode(result);
    }

    /** As {@link #exitCode}, whatever the verdict is. */
    static int checksExitCode(RunResult result) {
        return result.checks().stream().allMatch(Check::held) ? Failures.DONE : Failures.CHECK_FAILED;
    }

    private void show(RunResult measured, Optional<ResultFiles> files) {
        RunResult result = ResultWords.of(measured);
        if (output.json()) {
            Formats.JSON.print(result, out);
        } else {
            if (!output.quiet()) {
                out.println(); // below what was told on the way
            }
            Formats.TABLE.print(result, out);
        }
        out.flush();
        files.ifPresent(directory -> directory.write(result));
    }
}
