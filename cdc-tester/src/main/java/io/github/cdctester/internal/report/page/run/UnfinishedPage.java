// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;

/**
 * The page of a run or a plan that has no result: it goes on, or was killed. Sections and charts have the places and names that they
 * have on the page of the result.
 */
public final class UnfinishedPage {

    private UnfinishedPage() {}

    /**
     * Composes the page.
     *
     * @param samples its seconds
     * @param now what happens now; empty where nobody knows, or nothing does any more
     */
    public static Document of(UnfinishedRun run, List<SampleRow> samples, String now) {
        RunCharts charts = RunCharts.of(run, samples);
        Backdrop backdrop = RunMarks.backdrop(run, charts);
        ProbeUnits units = ProbeUnits.of(run.text());
        UnfinishedSections parts = new UnfinishedSections(run, charts, backdrop);
        List<Section> sections = new ArrayList<>();
        boolean plan = !run.phases().isEmpty() || !run.text().isBlank();
        if (plan) {
            sections.add(parts.phases());
            PlanPage.pictures(charts, units, run.series(), sections);
            probes(run, charts, units, backdrop, sections);
            sections.addAll(StepTables.of(run.series(), units));
            PlanPage.actions(run.actions(), sections);
        }
        sections.addAll(parts.all());
        if (!plan) {
            probes(run, charts, units, backdrop, sections);
        }
        sections.add(parts.about());
        return new Document(
                PlainText.line(run.label()),
                subtitle(run),
                UnfinishedAnswer.of(run, now),
                sections,
                List.of(),
                PlainText.line("cdc-tester " + run.tool().version() + " · "
                        + run.tool().java() + " · " + run.tool().os() + " · schema version " + run.schemaVersion()));
    }

    private static void probes(
            UnfinishedRun run, RunCharts charts, ProbeUnits units, Backdrop backdrop, List<Section> sections) {
        List<Block> probes =
                new ProbeCharts(charts.probes().curves(), units, run.series(), charts.time()).over(backdrop);
        if (!probes.isEmpty()) {
            sections.add(new Section("probes", "Probes", null, probes));
        }
    }

    private static String subtitle(UnfinishedRun run) {
        return PlainText.line("not finished · "
                + (run.plan().loads().isEmpty()
                                ? run.plan().cdcEndpoint()
                                : run.plan().endpoint())
                        .address() + " · "
                + RunWords.one(run.whole().seconds()) + " s measured up to now · begun "
                + RunPage.moment(run.createdAt()));
    }
}
