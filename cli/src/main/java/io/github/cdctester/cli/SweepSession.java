// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.SweepBuilder;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.terminal.SweepDisplay;
import io.github.cdctester.cli.watch.LiveView;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.SweepListener;
import io.github.cdctester.internal.experiment.SweepPlan;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.files.HtmlFormats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.report.page.Pages;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** One sweep on the command line. */
final class SweepSession extends SeriesSession<SweepResult> {

    private final SweepPlan sweep;
    private final String option;

    SweepSession(RunOptions options, CommandLine commandLine, SweepPlan sweep) {
        super(options, commandLine);
        option = SweepOptions.option(sweep.axis().parameter());
        this.sweep = sweep;
    }

    @Override
    SweepResult run(PlanBuilder plan, Screen screen, Optional<ResultFiles> files, LiveView watching) {
        SweepBuilder builder = CdcTester.sweep(plan, sweep.axis())
                .repeats(sweep.repeats())
                .onError(sweep.onError())
                .settleTimeout(sweep.settleTimeout())
                .listener(listener(screen, plan.build().window(), files, watching));
        sweep.until().forEach(limit -> builder.until(limit.expression()));
        return builder.run();
    }

    private SweepListener listener(Screen screen, Window window, Optional<ResultFiles> files, LiveView watching) {
        return new SweepDisplay(screen, lines(), option, sweep, window, () -> display(screen, window, watching)) {
            @Override
            public void runFailed(StepResult step, RuntimeException failure) {
                screen.aside(() -> fail(
                        "step " + step.step() + " of " + sweep.axis().points().size() + " (" + option + "="
                                + step.label() + ")",
                        String.valueOf(step.reason()),
                        failure));
            }

            @Override
            public void progress(StepResult latest, SweepResult soFar) {
                watching.soFar(() -> Pages.of(ResultWords.of(soFar)));
                write(files, directory -> {
                    directory.write(ResultWords.of(latest));
                    directory.write(ResultWords.of(soFar));
                });
            }
        };
    }

    @Override
    Format<? super SweepResult> page() {
        return HtmlFormats.SWEEP.format();
    }

    @Override
    Format<SweepResult> table(int width) {
        return Formats.sweepTable(width);
    }

    @Override
    void write(SweepResult result, ResultFiles directory) {
        directory.write(result);
    }

    @Override
    @Nullable
    String failure(SweepResult result) {
        return result.failure();
    }
}
