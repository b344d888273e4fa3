// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.run.RunListener;
import java.util.Locale;

/** Shows a run while it goes on. */
public final class RunDisplay implements RunListener {

    private final Screen screen;
    private final SampleLine line;
    private final int everySeconds;
    private final boolean steps;
    private final Window window;
    private double measured;
    private int lastPercent = -1;

    /**
     * Creates the display.
     *
     * @param screen where to show
     * @param percentile the latency percentile in the lines
     * @param everySeconds seconds between two lines; 0 for none
     * @param steps whether the steps of the run are shown
     * @param window how long the run is to be, for the remaining time
     */
    public RunDisplay(Screen screen, int percentile, int everySeconds, boolean steps, Window window) {
        this.screen = screen;
        line = new SampleLine(percentile);
        this.everySeconds = everySeconds;
        this.steps = steps;
        this.window = window;
    }

    @Override
    public void step(String step) {
        if (steps) {
            screen.line("# " + step);
        }
    }

    @Override
    public void note(String note) {
        screen.line("cdc-tester: note: " + OptionNames.inWordsOfTheCommandLine(note));
    }

    @Override
    public synchronized void rows(long rowsDone, long rowsTotal) {
        int percent = rowsTotal == 0 ? 100 : (int) (100 * rowsDone / rowsTotal);
        if (percent != lastPercent) {
            lastPercent = percent;
            screen.status(String.format(Locale.ROOT, "%3d %%  %,d of %,d rows", percent, rowsDone, rowsTotal));
        }
    }

    @Override
    public void sample(SampleRow sample) {
        if (everySeconds > 0 && (sample.second() % everySeconds == 0 || sample.phase() == SampleRow.Part.DRAIN)) {
            screen.line(line.of(sample));
        }
        if (sample.phase() == SampleRow.Part.MEASURE) {
            measured += sample.seconds();
        }
        double total = window.measure().toNanos() / 1e9;
        screen.status(
                total == 0
                        ? String.format(Locale.ROOT, "%.0f s measured; Ctrl-C ends it", measured)
                        : String.format(
                                Locale.ROOT, "%.0f s measured, %.0f s to go", measured, Math.max(0, total - measured)));
    }
}
