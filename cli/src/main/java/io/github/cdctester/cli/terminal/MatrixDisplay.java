// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.RunsLeft;
import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.internal.experiment.matrix.MatrixListener;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult.Settling;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Shows a matrix while it goes on: a line for each cell, with the time that is left. */
public class MatrixDisplay implements MatrixListener {

    private static final long MINUTE = 60;

    private final Screen screen;
    private final RunDisplay run;
    private final boolean lines;
    private int cellsLeft;
    private double secondsLeft = Double.NaN;
    private boolean isMost;

    /** Creates the display. */
    public MatrixDisplay(Screen screen, RunDisplay run, boolean lines) {
        this.screen = screen;
        this.run = run;
        this.lines = lines;
    }

    @Override
    public void planned(int cells, int missing, Duration estimate, boolean isMost) {
        cellsLeft = missing;
        this.isMost = isMost;
        secondsLeft = estimate.toMillis() / 1e3;
        line(missing + " of " + cells + " cells to run, " + (isMost ? "at most " : "about ") + words(estimate));
    }

    @Override
    public void settingBegins(String setting, List<String> what) {
        run.between("setting " + setting);
        line("setting " + setting + (what.isEmpty() ? "" : ": " + String.join("; ", what)));
    }

    @Override
    public void cellBegins(CellHead cell) {
        String heading =
                "cell " + cell.cell() + " of " + cell.cells() + ": " + cell.setting() + ", " + cell.workload() + ", "
                        + cell.axis() + "=" + cell.label() + ", run " + cell.repeat()
                        + (cell.attempt() == 1 ? "" : ", tried again");
        run.begin();
        double thisSeconds = secondsLeft / Math.max(1, cellsLeft);
        RunsLeft left = new RunsLeft(thisSeconds, secondsLeft - thisSeconds, isMost);
        screen.live().ifPresent(live -> live.among(heading, cell.cell() - 1, cell.cells(), left));
        run.watcher().begins(heading);
        line(heading);
    }

    @Override
    public void runFailed(CellHead cell, RuntimeException failure) {
        screen.line("cdc-tester: cell " + cell.cell() + " failed: "
                + OptionNames.inWordsOfTheCommandLine(String.valueOf(failure.getMessage())));
    }

    @Override
    public void waitingForServer(String address, Duration atMost) {
        String waiting = "waiting for " + address + ", at most " + words(atMost);
        run.between(waiting);
        line(waiting);
    }

    @Override
    public void cellEnds(CellResult cell, int left, Duration remaining) {
        cellsLeft = left;
        secondsLeft = remaining.toMillis() / 1e3;
        isMost = false; // by what cells took
        line(left + " cells left, about " + words(remaining));
    }

    @Override
    public void settling() {
        run.between("waiting for the stream to be at rest");
    }

    @Override
    public void settled(Settling settling) {
        if (!settling.settled()) {
            line("not at rest after " + String.format(Locale.ROOT, "%.1f s", settling.seconds())
                    + (settling.reason() == null ? "" : ": " + OptionNames.inWordsOfTheCommandLine(settling.reason())));
        }
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

    static String words(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 2 * MINUTE ? seconds + " s" : (seconds + MINUTE / 2) / MINUTE + " min";
    }

    private void line(String text) {
        if (lines) {
            screen.line("# " + text);
        }
    }
}
