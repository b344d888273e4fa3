// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.CdcSummary.LargeTransactions;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.List;

/** What a run and a plan's phases as one run have in common. */
final class RunSections {

    static final String STATES =
            "Flowing: bytes arrived. Idle: none did, and there were no more. Stuck: none did, although there were"
                    + " more.";

    private final RunResult result;
    private final RunCharts charts;
    private final Backdrop backdrop;

    RunSections(RunResult result, RunCharts charts, Backdrop backdrop) {
        this.result = result;
        this.charts = charts;
        this.backdrop = backdrop;
    }

    /** In the order in which they stand on the page. */
    List<Section> all() {
        List<Section> sections = new ArrayList<>();
        sections.add(delay());
        sections.add(new WhereTheDelayIs(result, charts.pace(), charts.readers(), charts.rows()).section(backdrop));
        ConsumerTables.of(result, charts.consumers().charts(backdrop)).ifPresent(sections::add);
        sections.add(throughput());
        writes(sections);
        sections.add(stream());
        FaultTable.of(result).ifPresent(sections::add);
        if (!result.summary().streams().isEmpty()) {
            List<Block> blocks = new ArrayList<>(charts.streams().charts(backdrop));
            blocks.add(RunTables.streams(result.summary()));
            sections.add(new Section("streams", "Streams", null, blocks));
        }
        NodeTable.of(result.summary()).ifPresent(sections::add);
        return sections;
    }

    private boolean hasSeconds() {
        return charts.rows() > 0;
    }

    private Section delay() {
        CdcSummary cdc = result.summary().cdc();
        List<Block> blocks = new ArrayList<>();
        if (hasSeconds()) {
            String source = cdc.delay().source();
            blocks.add(charts.delay().chart(source == null ? null : PlainText.line(source), backdrop));
        } else {
            blocks.add(new Prose(
                    "There are no charts: this result has no seconds, only totals. They are in result.json of the"
                            + " directory that the run was written to, or the run ended before its first second."));
        }
        blocks.add(RunTables.delays(cdc));
        return new Section("delay", "Delay", null, blocks);
    }

    private Section throughput() {
        CdcSummary cdc = result.summary().cdc();
        List<Block> blocks = new ArrayList<>();
        if (hasSeconds()) {
            List<Block> rates = charts.rates().charts(backdrop);
            blocks.add(rates.get(0));
            blocks.add(charts.events().chart(backdrop));
            blocks.addAll(rates.subList(1, rates.size()));
        }
        LargeTransactions large = cdc.largeTransactions();
        if (large != null) {
            blocks.add(passing(large));
        }
        blocks.addAll(RunTables.events(cdc));
        return new Section("throughput", "Throughput", null, blocks);
    }

    private static Prose passing(LargeTransactions large) {
        Double rate = large.passingBytesPerSecond();
        return new Prose(
                large.transactions() + (large.transactions() == 1 ? " large transaction" : " large transactions") + ", "
                        + RunWords.megabytes(large.bytes()) + " MB in all"
                        + (rate == null ? "." : ", passed at " + RunWords.megabytes(rate) + " MB/s."));
    }

    private void writes(List<Section> sections) {
        WriteSummary write = result.summary().write();
        if (write != null) {
            List<Block> blocks = new ArrayList<>(charts.writes().charts(backdrop));
            blocks.addAll(RunTables.writes(write));
            sections.add(new Section("writes", "Write side", null, blocks));
        }
    }

    private Section stream() {
        List<Block> blocks = new ArrayList<>();
        if (hasSeconds()) {
            blocks.add(charts.motion().chart(RunMarks.broken(result, charts.time()), backdrop));
        }
        Table gaps = RunTables.gaps(result.summary().cdc(), charts.time());
        blocks.add(gaps == null ? new Prose("The stream did not break.") : gaps);
        return new Section("stream", "Stream", STATES, blocks);
    }
}
