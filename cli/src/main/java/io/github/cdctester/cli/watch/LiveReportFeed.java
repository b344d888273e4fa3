// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import io.github.cdctester.cli.terminal.RunWatcher;
import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.internal.experiment.plan.RunSoFar;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.SampleRow;
import java.util.function.Consumer;

/** Hands on what is told of runs, to be looked at in another thread. */
final class LiveReportFeed implements RunWatcher {

    private final Composer composer;

    LiveReportFeed(Composer composer) {
        this.composer = composer;
    }

    private void tellOfRun(Consumer<RunSoFar> what) {
        composer.tell(story -> {
            RunSoFar run = story.run();
            if (run != null) {
                what.accept(run);
            }
        });
    }

    @Override
    public void begins(String heading) {
        composer.tell(story -> story.beginsRun(heading));
    }

    @Override
    public void step(String step) {
        composer.tell(story -> story.step(step));
    }

    @Override
    public void note(Note note) {
        tellOfRun(run -> run.note(note.inWords(OptionNames::inWordsOfTheCommandLine)));
    }

    @Override
    public void rows(long rowsDone, long rowsTotal) {
        composer.tell(story -> story.rows(rowsDone, rowsTotal));
    }

    @Override
    public void sample(SampleRow sample) {
        composer.tell(story -> story.sample(sample));
    }

    @Override
    public void phaseBegins(String name) {
        tellOfRun(run -> run.phaseBegins(name));
    }

    @Override
    public void phaseEnded(PhaseSpan phase) {
        tellOfRun(run -> run.phaseEnded(phase));
    }

    @Override
    public void acted(ActionMark mark) {
        tellOfRun(run -> run.acted(mark));
    }
}
