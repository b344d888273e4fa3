// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.LiveRun;
import io.github.cdctester.cli.terminal.view.SampleLine;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.sample.SampleRow;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows a run and the phases of a plan: as lines, or as a status that a terminal redraws in place. */
public class RunDisplay implements ExperimentListener {

    private final Screen screen;
    private final LineFormat format;
    private final Window window;
    private final RunWatcher watcher;
    private final boolean printsSteps;
    private final Set<Note> shownNotes = new HashSet<>();
    private @Nullable Scenario scenario;
    private final SampleLine sampleLine;
    private double stuckSeconds;

    public RunDisplay(Screen screen, LineFormat format, Window window, RunWatcher watcher) {
        this(screen, format, window, watcher, true);
    }

    /** {@code printsSteps}: also prints steps and seconds as lines. */
    RunDisplay(Screen screen, LineFormat format, Window window, RunWatcher watcher, boolean printsSteps) {
        this.screen = screen;
        this.format = format;
        sampleLine = new SampleLine(format.percentiles());
        this.window = window;
        this.watcher = watcher;
        this.printsSteps = printsSteps;
        begin();
    }

    public RunDisplay phases(Scenario newScenario) {
        scenario = newScenario;
        return this;
    }

    final void begin() {
        screen.liveRun().ifPresent(live -> live.begin(window, format.percentiles()));
        stuckSeconds = 0;
    }

    final void showActivity(String step) {
        screen.liveRun().ifPresent(live -> live.setStep(step));
        watcher.step(step);
    }

    final Optional<LiveRun> liveRun() {
        return screen.liveRun();
    }

    final RunWatcher watcher() {
        return watcher;
    }

    final void line(String text) {
        if (format.hasLines()) {
            screen.line("# " + text);
        }
    }

    @Override
    public void step(String step) {
        showActivity(step);
        if (printsSteps) {
            line(step);
        }
    }

    @Override
    public void note(Note note) {
        watcher.note(note);
        String text = note.text();
        if (shownNotes.add(note)) { // prints a note once, because most trials of an experiment have the same notes
            screen.line("cdc-tester: note: " + text);
        }
        screen.liveRun().ifPresent(live -> live.addNote(text));
    }

    @Override
    public void rows(long rowsDone, long rowsTotal) {
        watcher.rows(rowsDone, rowsTotal);
        screen.liveRun().ifPresent(live -> live.setCreatedRows(rowsDone, rowsTotal));
    }

    @Override
    public void phaseBegins(String name) {
        watcher.phaseBegins(name);
        List<PlannedPhase> phases = scenario == null ? List.of() : scenario.phases();
        for (PlannedPhase phase : phases) {
            if (phase.name().equals(name)) {
                String heading = "phase " + (phases.indexOf(phase) + 1) + " of " + phases.size() + ": " + name;
                double seconds =
                        Objects.requireNonNull(scenario).plannedDuration(phase).toMillis() / 1e3;
                screen.liveRun().ifPresent(live -> live.beginPhase(heading, seconds));
            }
        }
    }

    @Override
    public void phaseEnded(PhaseSpan phase) {
        watcher.phaseEnded(phase);
        line(String.format(
                Locale.ROOT,
                "phase %s ended after %.1f s: %s",
                phase.name(),
                phase.toSecond() - phase.fromSecond(),
                phase.ended()));
    }

    @Override
    public void actionEnded(ActionMark mark) {
        watcher.actionEnded(mark);
        String failure = mark.failure();
        String outcome = failure == null ? "" : (mark.started() ? " failed: " : " not started: ") + failure;
        line("action: " + mark.text() + outcome);
    }

    @Override
    public void sample(SampleRow sample) {
        watcher.sample(sample);
        Optional<LiveRun> live = screen.liveRun();
        live.ifPresent(liveRun -> liveRun.addSample(sample));
        if (!printsSteps || !format.hasLines()) {
            return;
        }
        if (live.isPresent()) {
            printPermanentLines(sample);
        } else if (sample.second() % format.intervalSeconds() == 0 || sample.phase() == SampleRow.RunPart.DRAIN) {
            line(sample);
        }
    }

    /** Prints lines above the status: at the format's interval, and when the stream becomes stuck or moves again. */
    private void printPermanentLines(SampleRow sample) {
        boolean isStuck = sample.cdc() != null && sample.cdc().state() == SampleRow.Motion.STUCK;
        if (isStuck && stuckSeconds == 0) {
            line("second " + sample.second() + ": the stream is stuck");
        } else if (!isStuck && stuckSeconds > 0) {
            line(String.format(
                    Locale.ROOT,
                    "second %d: the stream is no longer stuck, after %.0f s",
                    sample.second(),
                    stuckSeconds));
        }
        stuckSeconds = isStuck ? stuckSeconds + sample.seconds() : 0;
        if (sample.second() % format.terminalIntervalSeconds() == 0) {
            line(sample);
        }
    }

    private void line(SampleRow sample) {
        OptionalInt width = screen.width();
        screen.line(
                width.isPresent()
                        ? sampleLine.lineForTerminal(sample, width.getAsInt())
                        : sampleLine.lineForPipe(sample));
    }
}
