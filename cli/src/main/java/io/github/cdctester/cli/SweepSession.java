// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.SweepBuilder;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.scrape.MetricsEndpoint;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.terminal.SweepDisplay;
import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.SweepListener;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.SweepPlan;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.PlainText;
import io.github.cdctester.internal.report.ResultFiles;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** One sweep on the command line, from the first shown line to the written files. */
final class SweepSession {

    private final OutputOptions output;
    private final boolean verbose;
    private final SweepPlan sweep;
    private final String option;
    private final PrintWriter out;
    private final PrintWriter err;

    private @Nullable RunFailedException notWritten;

    SweepSession(RunOptions options, CommandLine commandLine, SweepPlan sweep) {
        output = options.output();
        verbose = options.isVerbose();
        option = SweepOptions.option(sweep.axis().parameter());
        this.sweep = sweep;
        out = commandLine.getOut();
        err = commandLine.getErr();
    }

    /**
     * Runs the plan again and again, and shows what came of it.
     *
     * @return the sweep, complete or marked as interrupted
     * @throws RunFailedException if a file could not be written; after the table has been shown
     */
    SweepResult run(PlanBuilder plan) {
        Optional<ResultFiles> files = output.out().map(ResultFiles::in);
        PrintWriter progress = output.json() ? err : out;
        Optional<MetricsEndpoint> metrics = output.prometheus().map(MetricsEndpoint::start);
        SweepResult result;
        OptionalInt width;
        try (Screen screen = Screen.open(progress, !output.json() && !output.quiet(), output.color())) {
            metrics.ifPresent(endpoint -> plan.meterRegistry(endpoint.registry()));
            SweepBuilder builder = CdcTester.sweep(plan, sweep.axis())
                    .repeats(sweep.repeats())
                    .onError(sweep.onError())
                    .settleTimeout(sweep.settleTimeout())
                    .listener(display(screen, plan.build().window(), files));
            sweep.until().forEach(limit -> builder.until(limit.expression()));
            result = ResultWords.of(builder.run());
            width = screen.width();
        } finally {
            metrics.ifPresent(MetricsEndpoint::close);
        }
        show(result, output.quiet() ? widthOfTerminal() : width);
        write(() -> files.ifPresent(directory -> directory.write(result)));
        String failure = result.failure();
        if (failure != null) {
            err.println("cdc-tester: " + PlainText.line(failure));
        }
        if (notWritten != null) {
            throw notWritten;
        }
        return result;
    }

    private SweepListener display(Screen screen, Window window, Optional<ResultFiles> files) {
        boolean lines = output.reportInterval() > 0;
        return new SweepDisplay(
                screen,
                lines,
                option,
                sweep.repeats(),
                () -> new RunDisplay(screen, output.percentile(), output.reportInterval(), lines, window)) {
            @Override
            public void runFailed(StepResult step, RuntimeException failure) {
                screen.clearStatus();
                fail(step, failure);
            }

            @Override
            public void progress(StepResult latest, SweepResult soFar) {
                write(() -> files.ifPresent(directory -> {
                    directory.write(ResultWords.of(latest));
                    directory.write(ResultWords.of(soFar));
                }));
            }
        };
    }

    private void fail(StepResult step, RuntimeException failure) {
        if (verbose) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            err.print(PlainText.lines(OptionNames.inWordsOfTheCommandLine(trace.toString())));
        }
        err.println("cdc-tester: step " + step.step() + " of "
                + sweep.axis().points().size() + " (" + option + "=" + PlainText.line(step.label()) + ") failed: "
                + Failures.inWords(String.valueOf(step.reason())));
        err.flush();
    }

    /** A disk that is full must not end what is under way: the failure comes at the end. */
    private void write(Runnable action) {
        try {
            action.run();
        } catch (RunFailedException e) {
            notWritten = notWritten == null ? e : notWritten;
        }
    }

    private void show(SweepResult result, OptionalInt width) {
        if (output.json()) {
            Formats.JSON.print(result, out);
        } else {
            if (!output.quiet()) {
                out.println(); // below what was told on the way
            }
            Formats.sweepTable(width.orElse(Formats.UNLIMITED)).print(result, out);
        }
        out.flush();
    }

    /** Where no screen was open before. */
    private OptionalInt widthOfTerminal() {
        try (Screen screen = Screen.open(out, !output.json(), false)) {
            return screen.width();
        }
    }
}
