// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.experiment.SweepListener;
import java.util.function.Supplier;

/** Shows a sweep while it goes on. */
public class SweepDisplay extends SeriesDisplay implements SweepListener {

    private final String option;
    private final int repeats;

    /**
     * Creates the display.
     *
     * @param screen where to show
     * @param lines whether headings are shown
     * @param option the option that differs from step to step
     * @param repeats runs of each step
     * @param displays makes a display for each run
     */
    public SweepDisplay(Screen screen, boolean lines, String option, int repeats, Supplier<RunDisplay> displays) {
        super(screen, lines, displays);
        this.option = option;
        this.repeats = repeats;
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
