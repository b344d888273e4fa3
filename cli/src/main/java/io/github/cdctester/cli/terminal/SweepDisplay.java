// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.SweepListener;
import io.github.cdctester.internal.experiment.RemainingRuns;
import io.github.cdctester.internal.experiment.SweepPlan;
import java.util.function.Supplier;

/** Shows a sweep while it goes on. */
public class SweepDisplay extends SeriesDisplay implements SweepListener {

    private final String option;
    private final int repeats;

    /** Creates the display. */
    public SweepDisplay(
            Screen screen,
            boolean lines,
            String option,
            SweepPlan sweep,
            Window window,
            Supplier<RunDisplay> displays) {
        super(
                screen,
                lines,
                displays,
                new RemainingRuns(window.warmUp(), window.measure(), sweep.settleTimeout()),
                !sweep.until().isEmpty());
        this.option = option;
        repeats = sweep.repeats();
    }

    @Override
    public void runBegins(int step, int steps, String label, int repeat) {
        begins(
                "step " + step + " of " + steps + ": " + option + "=" + label
                        + (repeats == 1 ? "" : ", run " + repeat + " of " + repeats),
                (step - 1) * repeats + repeat - 1,
                steps * repeats);
    }
}
