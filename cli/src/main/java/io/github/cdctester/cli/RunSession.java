// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.terminal.LineFormat;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.terminal.view.LiveRun;
import io.github.cdctester.cli.watch.LiveView;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.files.HtmlFormats;
import io.github.cdctester.internal.report.files.ResultFiles;
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
    private final boolean untilPresentEnd;
    private final String command;

    private RunSession(
            OutputOptions output,
            CommandLine commandLine,
            Function<PlanBuilder, RunResult> action,
            boolean untilPresentEnd) {
        this.action = action;
        this.output = output;
        this.untilPresentEnd = untilPresentEnd;
        command = commandLine.getCommandName();
        out = commandLine.getOut();
        err = commandLine.getErr();
    }

    /** A session that goes on until its time is up or somebody stops it. */
    static RunSession of(OutputOptions output, CommandLine commandLine) {
        return new RunSession(output, commandLine, PlanBuilder::run, false);
    }

    /** A session that goes on until the end that the log has now. */
    static RunSession draining(OutputOptions output, CommandLine commandLine) {
        return new RunSession(output, commandLine, PlanBuilder::drain, true);
    }

    /**
     * Runs the plan and shows its result.
     *
     * @return the result, complete or marked as interrupted
     * @throws RunInterruptedException after the partial result has been shown and written
     */
    RunResult run(PlanBuilder plan, Window window) {
        try (LiveView watching = LiveView.start(output.ui(), err)) {
            Optional<ResultFiles> files = OutDirectory.open(output);
            try (Publishing meters = Publishing.start(output, err)) {
                output.junit().ifPresent(ResultFiles::besides);
                return watched(plan, window, meters, files, watching);
            } finally {
                files.ifPresent(ResultFiles::leave);
            }
        }
    }

    private RunResult watched(
            PlanBuilder plan, Window window, Publishing meters, Optional<ResultFiles> files, LiveView watching) {
        LineFormat lines = output.lines();
        try (Screen screen = Screen.open(output.json() ? err : out, output.manner(), output.color())) {
            meters.registry().ifPresent(plan::meterRegistry);
            Plan built = plan.build();
            String headline = RunTitle.of(command, built);
            screen.live().ifPresent(live -> live.title(headline));
            watching.begins(headline, "", built);
            plan.listener(new RunDisplay(screen, lines, lines.hasLines(), window, watching.watcher()));
            if (untilPresentEnd) {
                screen.live().ifPresent(LiveRun::untilPresentEnd);
            }
            RunResult result = action.apply(plan);
            screen.clearStatus();
            show(result, files, watching);
            return result;
        } catch (RunInterruptedException e) {
            show(e.partialResult(), files, watching);
            throw e;
        } catch (Error e) {
            for (Throwable kept : e.getSuppressed()) {
                if (kept instanceof RunInterruptedException partial) {
                    show(partial.partialResult(), files, watching);
                }
            }
            watching.fails(e);
            throw e;
        } catch (RuntimeException e) {
            watching.fails(e);
            throw e;
        }
    }

    /**
     * Whether all that was asked for was held, and the stream whole.
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

    private void show(RunResult measured, Optional<ResultFiles> files, LiveView watching) {
        RunResult result = ResultWords.of(measured);
        watching.ends(HtmlFormats.RUN.format(), result, output.out());
        if (output.json()) {
            Formats.JSON.print(result, out);
        } else {
            if (!output.quiet()) {
                out.println(); // below what was told on the way
            }
            Formats.TABLE.print(result, out);
        }
        out.flush();
        output.junit().ifPresent(file -> JUnitFile.write(file, result));
        files.ifPresent(directory -> directory.write(result));
    }
}
