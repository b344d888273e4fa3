// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.LiveRun;
import io.github.cdctester.cli.terminal.view.TraceLine;
import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.run.RunListener;
import java.util.Locale;
import java.util.Optional;

/** Shows a run while it goes on: by lines, or on a terminal in place, with some lines above. */
public final class RunDisplay implements RunListener {

    private final Screen screen;
    private final LineFormat format;
    private final SampleLine line;
    private final boolean steps;
    private final Window window;
    private final RunWatcher watcher;
    private double stuckSeconds;

    /**
     * Creates a display that nobody looks on beside.
     *
     * @param steps whether the steps of the run are shown as lines
     * @param window how long the run is to be, for the remaining time
     */
    public RunDisplay(Screen screen, LineFormat format, boolean steps, Window window) {
        this(screen, format, steps, window, RunWatcher.NONE);
    }

    /**
     * Creates the display.
     *
     * @param steps whether the steps of the run are shown as lines
     * @param window how long the run is to be, for the remaining time
     */
    public RunDisplay(Screen screen, LineFormat format, boolean steps, Window window, RunWatcher watcher) {
        this.screen = screen;
        this.format = format;
        line = new SampleLine(format.percentiles());
        this.steps = steps;
        this.window = window;
        this.watcher = watcher;
        begin();
    }

    /** What goes on between two runs. */
    void between(String step) {
        screen.live().ifPresent(live -> live.step(step));
        watcher.step(step);
    }

    /** What a plan's listener is told beside a run's. */
    RunWatcher watcher() {
        return watcher;
    }

    /** Another run of the same form begins. */
    void begin() {
        screen.live().ifPresent(live -> live.begin(window, format.percentiles()));
        stuckSeconds = 0;
    }

    @Override
    public void step(String step) {
        watcher.step(step);
        screen.live().ifPresent(live -> live.step(step));
        if (steps) {
            screen.line("# " + step);
        }
    }

    @Override
    public void note(Note note) {
        watcher.note(note);
        String words = OptionNames.inWordsOfTheCommandLine(note.text());
        screen.line("cdc-tester: note: " + words);
        screen.live().ifPresent(live -> live.note(words));
    }

    @Override
    public void rows(long rowsDone, long rowsTotal) {
        watcher.rows(rowsDone, rowsTotal);
        screen.live().ifPresent(live -> live.rows(rowsDone, rowsTotal));
    }

    @Override
    public void sample(SampleRow sample) {
        watcher.sample(sample);
        Optional<LiveRun> live = screen.live();
        if (live.isPresent()) {
            live.get().sample(sample);
            trace(sample);
        } else if (format.hasLines()
                && (sample.second() % format.everySeconds() == 0 || sample.phase() == SampleRow.Part.DRAIN)) {
            screen.line(line.of(sample));
        }
    }

    /** What is to be found above the picture later: a second now and then, and where the stream stood still. */
    private void trace(SampleRow sample) {
        if (!format.hasLines()) {
            return;
        }
        boolean stuck = sample.cdc().state() == SampleRow.Motion.STUCK;
        if (stuck != stuckSeconds > 0) {
            screen.line(
                    stuck
                            ? String.format(Locale.ROOT, "# second %d: the stream is stuck", sample.second())
                            : String.format(
                                    Locale.ROOT,
                                    "# second %d: the stream is no longer stuck, after %.0f s",
                                    sample.second(),
                                    stuckSeconds));
        }
        stuckSeconds = stuck ? stuckSeconds + sample.seconds() : 0;
        if (sample.second() % format.everySecondsLive() == 0) {
            String whole = line.of(sample);
            int columns = screen.width().orElse(0);
            screen.line(whole.length() < columns ? whole : TraceLine.of(sample, format.percentiles(), columns));
        }
    }
}
