// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.plan.PartialRunTotals;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.result.sample.SampleRow;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Composes pages from the current state of a run. Not thread-safe. */
final class LiveReport {

    private String title = "cdc-tester";
    private boolean isSeries;
    private int runNumber;
    private String activity = "beginning";
    private @Nullable Plan plan;
    private @Nullable PartialRunTotals run;
    private @Nullable Supplier<Document> experimentSupplier;
    private @Nullable Document experimentPage;

    /** {@code text} is the content of the plan file. */
    void begin(String newTitle, String text, Plan newPlan) {
        title = newTitle;
        plan = newPlan;
        run = new PartialRunTotals(newTitle, text, newPlan, Instant.now());
    }

    void beginSeries(String newTitle, Plan newPlan) {
        title = newTitle;
        plan = newPlan;
        isSeries = true;
    }

    void beginRun(String heading) {
        Plan currentPlan = plan;
        if (currentPlan != null) {
            runNumber++;
            run = new PartialRunTotals(heading, "", currentPlan, Instant.now());
        }
    }

    void setIntermediateResult(Supplier<Document> page) {
        experimentSupplier = page;
        experimentPage = null;
    }

    private @Nullable Document experimentPage() {
        Supplier<Document> pageSupplier = experimentSupplier;
        if (pageSupplier != null) {
            experimentPage = pageSupplier.get();
            experimentSupplier = null;
        }
        return experimentPage;
    }

    void step(String step) {
        activity = step;
    }

    void rows(long done, long total) {
        activity = "preparing tables, " + done + (total > 0 ? " of " + total : "") + " rows";
    }

    void sample(SampleRow row) {
        activity = switch (row.phase()) {
            case WARM_UP -> "warming up, second " + row.second();
            case MEASURE -> "measuring, second " + row.second();
            case DRAIN -> "reading to the end of the log, second " + row.second();
        };
        PartialRunTotals currentRun = run;
        if (currentRun != null) {
            currentRun.add(row);
        }
    }

    /** Returns {@code null} before the first run. */
    @Nullable
    PartialRunTotals run() {
        return run;
    }

    Document page() {
        PartialRunTotals currentRun = run;
        Document seriesPage = experimentPage();
        if (currentRun == null) {
            return seriesPage == null ? initialPage() : seriesPage;
        }
        Document runPage = Documents.page(currentRun.toUnfinishedRun(Instant.now(), true), currentRun.rows(), activity);
        return isSeries ? Documents.whileRunning(title, seriesPage, runPage, "run-" + runNumber + "-") : runPage;
    }

    private Document initialPage() {
        return new Document(
                title,
                "",
                new Headline(
                        Tone.NEUTRAL,
                        "Going on: " + activity,
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
