// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;

record BothListeners(RunListener first, RunListener second) implements RunListener {

    @Override
    public void step(String step) {
        first.step(step);
        second.step(step);
    }

    @Override
    public void note(Note note) {
        first.note(note);
        second.note(note);
    }

    @Override
    public void consumer(String consumer, String message) {
        first.consumer(consumer, message);
        second.consumer(consumer, message);
    }

    @Override
    public void sample(SampleRow sample) {
        first.sample(sample);
        second.sample(sample);
    }

    @Override
    public void phaseBegins(String name) {
        first.phaseBegins(name);
        second.phaseBegins(name);
    }

    @Override
    public void loadEnded(String name) {
        first.loadEnded(name);
        second.loadEnded(name);
    }

    @Override
    public void phaseEnded(RunResult.PhaseSpan phase) {
        first.phaseEnded(phase);
        second.phaseEnded(phase);
    }

    @Override
    public void rows(long rowsDone, long rowsTotal) {
        first.rows(rowsDone, rowsTotal);
        second.rows(rowsDone, rowsTotal);
    }
}
