// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.FindMaxBuilder;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.terminal.FindMaxDisplay;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.watch.LiveView;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.FindMaxListener;
import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.internal.report.FindMaxText;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.files.HtmlFormats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.report.page.Pages;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Trial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** One search for the highest rate on the command line. */
final class FindMaxSession extends SeriesSession<FindMaxResult> {

    private final FindMaxPlan search;

    FindMaxSession(RunOptions options, CommandLine commandLine, FindMaxPlan search) {
        super(options, commandLine);
        this.search = search;
    }

    @Override
    FindMaxResult run(PlanBuilder plan, Screen screen, Optional<ResultFiles> files, LiveView watching) {
        FindMaxBuilder builder = CdcTester.findMax(plan)
                .startRate(search.startRate())
                .maxRate(search.maxRate())
                .precision(search.precision())
                .confirmations(search.confirmations())
                .steps(search.steps())
                .settleTimeout(search.settleTimeout())
                .listener(listener(screen, plan.build().window(), files, watching));
        search.limits().forEach(limit -> builder.limit(limit.expression()));
        return builder.run();
    }

    private FindMaxListener listener(Screen screen, Window window, Optional<ResultFiles> files, LiveView watching) {
        return new FindMaxDisplay(screen, lines(), search, window, () -> display(screen, window, watching)) {
            @Override
            public void runFailed(Trial trial, RuntimeException failure) {
                screen.aside(() -> fail(
                        "step " + trial.step() + " (--rate=" + FindMaxText.rate(trial.rate()) + ")",
                        String.join("; ", trial.reasons()),
                        failure));
            }

            @Override
            public void progress(Trial latest, FindMaxResult soFar) {
                super.progress(latest, soFar);
                watching.soFar(() -> Pages.of(ResultWords.of(soFar)));
                write(files, directory -> {
                    directory.write(ResultWords.of(latest));
                    directory.write(ResultWords.of(soFar));
                });
            }
        };
    }

    @Override
    Format<? super FindMaxResult> page() {
        return HtmlFormats.FIND_MAX.format();
    }

    @Override
    Format<FindMaxResult> table(int width) {
        return Formats.FIND_MAX_TABLE;
    }

    @Override
    void write(FindMaxResult result, ResultFiles directory) {
        directory.write(result);
    }

    @Override
    @Nullable
    String failure(FindMaxResult result) {
        return result.failure();
    }
}
