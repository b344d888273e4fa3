// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.watch.LiveView;
import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.PlainText;
import io.github.cdctester.internal.report.files.ResultFiles;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Several runs on the command line, from the first shown line to the written files: what sweep and find-max have in common. */
abstract class SeriesSession<R extends Record> {

    final OutputOptions output;
    private final boolean verbose;
    private final String command;
    private final PrintWriter out;
    private final PrintWriter err;

    private @Nullable RunFailedException notWritten;

    SeriesSession(RunOptions options, CommandLine commandLine) {
        output = options.output();
        verbose = options.isVerbose();
        command = commandLine.getCommandName();
        out = commandLine.getOut();
        err = commandLine.getErr();
    }

    /**
     * Makes the runs, and shows what came of them.
     *
     * @return the result, complete or marked as interrupted
     * @throws RunFailedException if a file could not be written; after the table has been shown
     */
    R run(PlanBuilder plan) {
        try (LiveView watching = LiveView.start(output.ui(), err)) {
            Optional<ResultFiles> files = OutDirectory.open(output);
            try (Publishing meters = Publishing.start(output, err)) {
                Optional<ResultFiles> junit = output.junit().map(ResultFiles::besides);
                return watched(plan, meters, files, junit, watching);
            } finally {
                files.ifPresent(ResultFiles::leave);
            }
        }
    }

    private R watched(
            PlanBuilder plan,
            Publishing meters,
            Optional<ResultFiles> files,
            Optional<ResultFiles> junit,
            LiveView watching) {
        R result;
        OptionalInt width;
        try (Screen screen = Screen.open(output.json() ? err : out, output.manner(), output.color())) {
            Plan built = plan.build();
            String headline = RunTitle.of(command, built);
            screen.live().ifPresent(live -> live.title(headline));
            watching.beginsSeries(headline, built);
            meters.registry().ifPresent(plan::meterRegistry);
            result = ResultWords.of(run(plan, screen, files, watching));
            watching.ends(page(), result, output.out());
            width = screen.width();
        } catch (RuntimeException | Error e) {
            watching.fails(e);
            throw e;
        }
        show(result, width);
        write(files, directory -> write(result, directory));
        write(junit, directory -> JUnitFile.write(output.junit().orElseThrow(), result));
        String failure = failure(result);
        if (failure != null) {
            err.println("cdc-tester: " + PlainText.line(failure));
        }
        if (notWritten != null) {
            throw notWritten;
        }
        return result;
    }

    /** Makes the runs. */
    abstract R run(PlanBuilder plan, Screen screen, Optional<ResultFiles> files, LiveView watching);

    /** The report at the end. */
    abstract Format<? super R> page();

    /** The table at the end. */
    abstract Format<R> table(int width);

    /** Writes the files of all runs together. */
    abstract void write(R result, ResultFiles directory);

    /** What went wrong around the runs. */
    abstract @Nullable String failure(R result);

    /** Whether there are lines while a run goes on. */
    final boolean lines() {
        return output.reportInterval() > 0;
    }

    /** Shows one of the runs. */
    final RunDisplay display(Screen screen, Window window, LiveView watching) {
        return new RunDisplay(screen, output.lines(), lines(), window, watching.watcher());
    }

    /** Says, in one line, that a run has failed. */
    final void fail(String which, String reason, RuntimeException failure) {
        if (verbose) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            err.print(PlainText.lines(OptionNames.inWordsOfTheCommandLine(trace.toString())));
        }
        err.println("cdc-tester: " + PlainText.line(which) + " failed: " + Failures.inWords(reason));
        err.flush();
    }

    /** A disk that is full must not end what is under way: the failure comes at the end. */
    final void write(Optional<ResultFiles> files, Consumer<ResultFiles> action) {
        try {
            files.ifPresent(action);
        } catch (RunFailedException e) {
            notWritten = notWritten == null ? e : notWritten;
        }
    }

    private void show(R result, OptionalInt width) {
        if (output.json()) {
            Formats.JSON.print(result, out);
        } else {
            if (!output.quiet()) {
                out.println(); // below what was told on the way
            }
            table(width.orElse(Formats.UNLIMITED)).print(result, out);
        }
        out.flush();
    }
}
