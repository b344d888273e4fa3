// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.internal.experiment.plan.PhaseSpec;
import io.github.cdctester.internal.experiment.plan.PlanListener;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.SampleRow;
import java.util.List;
import java.util.Locale;

/** Shows a plan while it goes on: its phases and actions between the lines of its run. */
public final class PlanDisplay implements PlanListener {

    private final Screen screen;
    private final RunDisplay run;
    private final boolean lines;
    private final List<PhaseSpec> phases;

    /**
     * Creates the display.
     *
     * @param lines whether phases and actions are shown as lines
     */
    public PlanDisplay(Screen screen, RunDisplay run, boolean lines, List<PhaseSpec> phases) {
        this.screen = screen;
        this.run = run;
        this.lines = lines;
        this.phases = List.copyOf(phases);
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
    public void rows(long rowsDone, long rowsTotal) {
        run.rows(rowsDone, rowsTotal);
    }

    @Override
    public void sample(SampleRow sample) {
        run.sample(sample);
    }

    @Override
    public void phaseBegins(String name) {
        run.watcher().phaseBegins(name);
        for (PhaseSpec phase : phases) {
            if (phase.name().equals(name)) {
                String which = "phase " + (phases.indexOf(phase) + 1) + " of " + phases.size() + ": " + name;
                screen.live()
                        .ifPresent(live -> live.phase(which, phase.longest().toMillis() / 1e3));
            }
        }
    }

    @Override
    public void phaseEnded(PhaseSpan phase) {
        run.watcher().phaseEnded(phase);
        line(String.format(
                Locale.ROOT,
                "phase %s ended after %.1f s: %s",
                phase.name(),
                phase.toSecond() - phase.fromSecond(),
                phase.ended()));
    }

    @Override
    public void acted(ActionMark mark) {
        run.watcher().acted(mark);
        line("action: " + mark.text() + (mark.failure() == null ? "" : " failed: " + mark.failure()));
    }

    private void line(String text) {
        if (lines) {
            screen.line("# " + text);
        }
    }
}
