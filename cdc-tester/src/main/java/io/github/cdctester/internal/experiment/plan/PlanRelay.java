// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.program.Program;
import io.github.cdctester.internal.report.TimelineFile;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells the listener, the actions, the programs and the file of its course of an experiment how its run goes. */
final class PlanRelay implements PlanListener {

    private final PlanListener listener;
    private final Actions actions;
    private final List<Program> companions;
    private final @Nullable TimelineFile course;
    private final Consumer<Throwable> onFailure;

    /** Tells the file as well, if there is one; a program that ends by itself is told to the last. */
    PlanRelay(
            PlanListener listener,
            Actions actions,
            List<Program> companions,
            @Nullable TimelineFile course,
            Consumer<Throwable> onFailure) {
        this.course = course;
        this.onFailure = onFailure;
        this.listener = listener;
        this.actions = actions;
        this.companions = companions;
    }

    @Override
    public void step(String step) {
        look();
        listener.step(step);
    }

    @Override
    public void note(Note note) {
        listener.note(note);
    }

    @Override
    public void rows(long rowsDone, long rowsTotal) {
        look();
        listener.rows(rowsDone, rowsTotal);
    }

    /** The clock of the actions comes first. */
    @Override
    public void phaseBegins(String name) {
        actions.phaseBegins(name);
        if (course != null) {
            course.begins(name);
        }
        listener.phaseBegins(name);
    }

    @Override
    public void phaseEnded(RunResult.PhaseSpan phase) {
        if (course != null) {
            course.ended(phase);
        }
        listener.phaseEnded(phase);
    }

    @Override
    public void sample(SampleRow sample) {
        look();
        listener.sample(sample);
    }

    /** From the first step on: one that cannot work has often ended before the tables are made. */
    private void look() {
        try {
            companions.forEach(Program::failIfEnded);
        } catch (RunFailedException e) {
            onFailure.accept(e);
        }
    }
}
