// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult.Settling;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows a matrix while it goes on: a line for each cell, with the time that is left. */
public class MatrixDisplay implements ExperimentListener {

    private static final long MINUTE = 60;

    private final Screen screen;
    private final RunDisplay run;
    private final boolean lines;

    /** Creates the display. */
    public MatrixDisplay(Screen screen, RunDisplay run, boolean lines) {
        this.screen = screen;
        this.run = run;
        this.lines = lines;
    }

    @Override
    public void planned(int trials, Remaining left) {
        line(left.trials() + " of " + trials + " cells to run, " + (left.isMost() ? "at most " : "about ")
                + words(seconds(left)));
    }

    @Override
    public void settingBegins(String setting, List<String> what) {
        run.between("setting " + setting);
        line("setting " + setting + (what.isEmpty() ? "" : ": " + String.join("; ", what)));
    }

    @Override
    public void trialBegins(TrialHead trial, Remaining left) {
        Map<String, String> values = trial.values();
        String axis = values.entrySet().stream()
                .skip(2)
                .map(Map.Entry::toString)
                .findFirst()
                .orElse("");
        String heading = "cell " + trial.number() + " of " + trial.trials() + ": " + values.get("setting") + ", "
                + values.get("workload") + ", " + axis + ", run " + trial.repeat()
                + (trial.attempt() == 1 ? "" : ", tried again");
        run.begin();
        screen.live()
                .ifPresent(
                        live -> live.among(heading, trial.number() - 1, trial.trials(), SeriesDisplay.runsLeft(left)));
        run.watcher().begins(heading);
        line(heading);
    }

    @Override
    public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
        screen.line("cdc-tester: cell " + trial.number() + " failed: "
                + OptionNames.inWordsOfTheCommandLine(String.valueOf(failure.getMessage())));
    }

    @Override
    public void waitingForServer(String address, Duration atMost) {
        String waiting = "waiting for " + address + ", at most " + words(atMost);
        run.between(waiting);
        line(waiting);
    }

    @Override
    public void trialEnded(TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining left) {
        line(left.trials() + " cells left, about " + words(seconds(left)));
    }

    private static Duration seconds(Remaining left) {
        return Duration.ofSeconds(Math.round(left.seconds()));
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
