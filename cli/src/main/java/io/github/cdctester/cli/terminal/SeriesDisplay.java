// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.RunsLeft;
import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult.Settling;
import java.util.Locale;
import java.util.function.Supplier;

/** Shows runs one after the other while they go on: a heading for each, its own lines, and the waits between. */
public class SeriesDisplay implements ExperimentListener {

    private final Screen screen;
    private final boolean lines;
    private final Supplier<RunDisplay> displays;
    private RunDisplay run;

    SeriesDisplay(Screen screen, boolean lines, Supplier<RunDisplay> displays) {
        this.screen = screen;
        this.lines = lines;
        this.displays = displays;
        run = displays.get();
    }

    /** Another trial begins. */
    void begins(String heading, TrialHead trial, Remaining left) {
        run = displays.get();
        screen.live().ifPresent(live -> live.among(heading, trial.number() - 1, trial.trials(), runsLeft(left)));
        run.watcher().begins(heading);
        line(heading);
    }

    static RunsLeft runsLeft(Remaining left) {
        double one = left.seconds() / Math.max(1, left.trials());
        return new RunsLeft(one, left.seconds() - one, left.isMost());
    }

    @Override
    public void settling() {
        run.between("waiting for the stream to be at rest");
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
    public void note(Note note) {
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

    /** Shows a line between the runs. */
    void line(String text) {
        if (lines) {
            screen.line("# " + text);
        }
    }
}
