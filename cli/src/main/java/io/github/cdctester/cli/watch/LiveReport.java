// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.plan.RunSoFar;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.result.SampleRow;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Composes the state of a run as a page at any time. Not thread-safe. */
final class LiveReport {

    private String title = "cdc-tester";
    private boolean series;
    private int runs;
    private String now = "beginning";
    private @Nullable Plan plan;
    private @Nullable RunSoFar run;
    private @Nullable Supplier<Document> experiment;
    private @Nullable Document experimentPage;

    /** A single run, or a plan as it was written. */
    void begins(String what, String text, Plan itsPlan) {
        title = what;
        plan = itsPlan;
        run = new RunSoFar(what, text, itsPlan, Instant.now());
    }

    /** Several runs, one after the other. */
    void beginsSeries(String what, Plan itsPlan) {
        title = what;
        plan = itsPlan;
        series = true;
    }

    void beginsRun(String heading) {
        Plan known = plan;
        if (known != null) {
            runs++;
            run = new RunSoFar(heading, "", known, Instant.now());
        }
    }

    /** Several runs have a new intermediate result. */
    void soFar(Supplier<Document> page) {
        experiment = page;
        experimentPage = null;
    }

    /** Composed once, for any number of pages during the present run. */
    private @Nullable Document experimentPage() {
        Supplier<Document> several = experiment;
        if (several != null) {
            experimentPage = several.get();
            experiment = null;
        }
        return experimentPage;
    }

    void step(String step) {
        now = step;
    }

    void rows(long done, long total) {
        now = "preparing tables, " + done + (total > 0 ? " of " + total : "") + " rows";
    }

    void sample(SampleRow row) {
        now = switch (row.phase()) {
            case WARM_UP -> "warming up, second " + row.second();
            case MEASURE -> "measuring, second " + row.second();
            case DRAIN -> "reading to the end of the log, second " + row.second();
        };
        RunSoFar known = run;
        if (known != null) {
            known.add(row);
        }
    }

    /** Returns the present run; {@code null} before it. */
    @Nullable
    RunSoFar run() {
        return run;
    }

    Document page() {
        RunSoFar known = run;
        Document several = experimentPage();
        if (known == null) {
            return several == null ? beginning() : several;
        }
        Document itsPage = Documents.page(known.value(Instant.now(), true), known.rows(), now);
        return series ? Documents.during(title, several, itsPage, "run-" + runs + "-") : itsPage;
    }

    private Document beginning() {
        return new Document(
                title,
                "",
                new Headline(
                        Tone.NEUTRAL,
                        "Going on: " + now,
                        "Nothing has been measured yet.",
                        List.of(),
                        List.of(),
                        List.of()),
                List.of(),
                List.of(),
                List.of(),
                "");
    }
}
