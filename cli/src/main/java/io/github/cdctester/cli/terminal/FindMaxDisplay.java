// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.FindMaxListener;
import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.internal.experiment.RemainingRuns;
import io.github.cdctester.internal.report.FindMaxText;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Trial;
import java.time.Duration;
import java.util.function.Supplier;

/** Shows the search for the highest rate while it goes on. */
public class FindMaxDisplay extends SeriesDisplay implements FindMaxListener {

    /** Creates the display, and tells how long it may take. */
    public FindMaxDisplay(
            Screen screen, boolean lines, FindMaxPlan search, Window window, Supplier<RunDisplay> displays) {
        super(screen, lines, displays, runs(search, window), true);
        Duration all = Duration.ofSeconds(Math.round(runs(search, window).seconds(search.steps())));
        Duration wait = search.settleTimeout();
        line("at most " + search.steps() + " trials, " + MatrixDisplay.words(all)
                + (wait.isZero()
                        ? " and what a rate that is too high leaves to be drained"
                        : " and the wait behind each rate that is too high, at most " + MatrixDisplay.words(wait)));
    }

    private static RemainingRuns runs(FindMaxPlan search, Window window) {
        return new RemainingRuns(window.warmUp(), window.measure(), search.settleTimeout());
    }

    @Override
    public void trialBegins(int step, int mostSteps, double rate, Purpose purpose) {
        begins(
                "step " + step + " of at most " + mostSteps + ": --rate=" + FindMaxText.rate(rate) + ", "
                        + FindMaxText.words(purpose),
                step - 1,
                mostSteps);
    }

    @Override
    public void progress(Trial latest, FindMaxResult soFar) {
        line(OptionNames.inWordsOfTheCommandLine(FindMaxText.of(latest)));
    }
}
