// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.experiment.SweepListener;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult.Settling;
import java.util.Locale;
import java.util.function.Supplier;

/** Shows a sweep while it goes on: a heading for each run, and the run's own lines. */
public class SweepDisplay implements SweepListener {

    private final Screen screen;
    private final boolean lines;
    private final String option;
    private final int repeats;
    private final Supplier<RunDisplay> displays;
    private RunDisplay run;

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
        this.screen = screen;
        this.lines = lines;
        this.option = option;
        this.repeats = repeats;
        this.displays = displays;
        run = displays.get();
    }

    @Override
    public void runBegins(int step, int steps, String label, int repeat) {
        run = displays.get();
        line("step " + step + " of " + steps + ": " + option + "=" + label
                + (repeats == 1 ? "" : ", run " + repeat + " of " + repeats));
    }

    @Override
    public void settling() {
        screen.status("waiting for the stream to be at rest");
    }

    @Override
    public void settled(Settling settling) {
        Double delay = settling.delayMillis();
        line(String.format(
                Locale.ROOT,
                settling.settled() ? "at rest after %.1f s%s%s" : "not at rest after %.1f s%s%s",
                settling.seconds(),
                delay == null ? "" : String.format(Locale.ROOT, ", DT %.3f ms", delay),
                settling.reason() == null ? "" : ": " + OptionNames.inWordsOfTheCommandLine(settling.reason())));
    }

    @Override
    public void step(String step) {
        run.step(step);
    }

    @Override
    public void note(String note) {
        run.note(note);
    }

    @Override
    public void sample(SampleRow sample) {
        run.sample(sample);
    }

    @Override
    public void rows(long rowsDone, long rowsTotal) {
        run.rows(rowsDone, rowsTotal);
    }

    private void line(String text) {
        if (lines) {
            screen.line("# " + text);
        }
    }
}
