// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.util.function.Supplier;

/** Shows a sweep while it goes on. */
public class SweepDisplay extends SeriesDisplay {

    private final String option;

    /** Creates the display. */
    public SweepDisplay(Screen screen, boolean lines, String option, Supplier<RunDisplay> displays) {
        super(screen, lines, displays);
        this.option = option;
    }

    @Override
    public void trialBegins(TrialHead trial, Remaining left) {
        int step = (trial.number() - 1) / trial.repeats() + 1;
        int steps = trial.trials() / trial.repeats();
        begins(
                "step " + step + " of " + steps + ": " + option + "="
                        + String.join("", trial.values().values())
                        + (trial.repeats() == 1 ? "" : ", run " + trial.repeat() + " of " + trial.repeats()),
                trial,
                left);
    }
}
