// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.RunResult;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The page of one run: of a load with its stream, of a stream that was only followed, of a stretch of log that was read. */
public final class RunPage {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private RunPage() {}

    /** Composes the page. */
    public static Document of(RunResult result) {
        RunCharts charts = RunCharts.of(result);
        Backdrop backdrop = RunMarks.backdrop(result, charts, List.of());
        List<Section> sections = new ArrayList<>(new RunSections(result, charts, backdrop).all());
        List<Block> probes = new ProbeCharts(charts.probes().curves(), ProbeUnits.of(result), List.of(), charts.time())
                .over(backdrop);
        if (!probes.isEmpty()) {
            sections.add(new Section("probes", "Probes", null, probes));
        }
        sections.add(AboutTable.section(result));
        SamplesDownload samples = SamplesDownload.of(result);
        return new Document(
                title(result),
                subtitle(result),
                RunAnswer.of(result, null),
                withNote(sections, samples.note()),
                samples.files(),
                footer(result));
    }

    /** Behind the last section's blocks. */
    static List<Section> withNote(List<Section> sections, String note) {
        if (note.isEmpty()) {
            return sections;
        }
        List<Section> all = new ArrayList<>(sections);
        Section last = all.remove(all.size() - 1);
        List<Block> blocks = new ArrayList<>(last.blocks());
        blocks.add(new Prose(note));
        all.add(new Section(last.id(), last.title(), last.lead(), blocks));
        return all;
    }

    private static String title(RunResult result) {
        return PlainText.line(result.plan()
                .firstLoad()
                .map(RunWords::traffic)
                .orElseGet(() -> "The stream of " + result.plan().cdcEndpoint().address()));
    }

    static String subtitle(RunResult result) {
        return PlainText.line(RunWords.flavor(result.server().flavor()) + " "
                + result.server().version() + " at "
                + result.plan().cdcEndpoint().address() + " · "
                + RunWords.one(result.summary().seconds()) + " s measured · " + moment(result.startedAt()));
    }

    static String moment(Instant at) {
        return CLOCK.format(at);
    }

    static String footer(RunResult result) {
        return PlainText.line("cdc-tester " + result.tool().version() + " · "
                + result.tool().java() + " · " + result.tool().os() + " · schema version " + result.schemaVersion());
    }
}
