// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.internal.report.FindMaxText;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.RunResult;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows the search for the highest rate while it goes on. */
public class FindMaxDisplay extends SeriesDisplay {

    private final Duration wait;

    /** Creates the display. */
    public FindMaxDisplay(Screen screen, boolean lines, FindMaxPlan search, Supplier<RunDisplay> displays) {
        super(screen, lines, displays);
        wait = search.settleTimeout();
    }

    @Override
    public void planned(int trials, Remaining left) {
        Duration all = Duration.ofSeconds(Math.round(left.seconds()));
        line("at most " + trials + " trials, " + MatrixDisplay.words(all)
                + (wait.isZero()
                        ? " and what a rate that is too high leaves to be drained"
                        : " and the wait behind each rate that is too high, at most " + MatrixDisplay.words(wait)));
    }

    @Override
    public void trialBegins(TrialHead trial, Remaining left) {
        begins(
                "step " + trial.number() + " of at most " + trial.trials() + ": --rate="
                        + String.join("", trial.values().values())
                        + (trial.purpose() == null ? "" : ", " + FindMaxText.words(trial.purpose())),
                trial,
                left);
    }

    @Override
    public void trialEnded(TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining left) {
        if (soFar instanceof FindMaxResult search) {
            line(OptionNames.inWordsOfTheCommandLine(
                    FindMaxText.of(search.steps().get(search.steps().size() - 1))));
        }
    }
}
