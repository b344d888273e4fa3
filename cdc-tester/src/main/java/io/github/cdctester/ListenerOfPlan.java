// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;

/** Passes the events of the runs of an experiment to the listener of its plan. */
record ListenerOfPlan(RunListener listener) implements ExperimentListener {

    @Override
    public void step(String step) {
        listener.step(step);
    }

    @Override
    public void note(Note note) {
        listener.note(note);
    }

    @Override
    public void consumer(String consumer, String message) {
        listener.consumer(consumer, message);
    }

    @Override
    public void sample(SampleRow sample) {
        listener.sample(sample);
    }

    @Override
    public void phaseBegins(String name) {
        listener.phaseBegins(name);
    }

    @Override
    public void loadEnded(String name) {
        listener.loadEnded(name);
    }

    @Override
    public void phaseEnded(RunResult.PhaseSpan phase) {
        listener.phaseEnded(phase);
    }

    @Override
    public void rows(long rowsDone, long rowsTotal) {
        listener.rows(rowsDone, rowsTotal);
    }
}
