// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.internal.experiment.program.Program;
import io.github.cdctester.internal.report.CourseFile;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the listener, the actions, the programs and the file of its course of an experiment how its run goes. */
final class PlanRelay implements PlanListener {

    private final PlanListener listener;
    private final Actions actions;
    private final List<Program> companions;
    private final @Nullable CourseFile course;

    /** Tells the file as well, if there is one. */
    PlanRelay(PlanListener listener, Actions actions, List<Program> companions, @Nullable CourseFile course) {
        this.course = course;
        this.listener = listener;
        this.actions = actions;
        this.companions = companions;
    }

    @Override
    public void step(String step) {
        listener.step(step);
    }

    @Override
    public void note(String note) {
        listener.note(note);
    }

    @Override
    public void rows(long rowsDone, long rowsTotal) {
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
        companions.forEach(Program::failIfEnded);
        listener.sample(sample);
    }
}
