// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.compose.run.table.RunTexts;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResultCopy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.OfStream;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.ConsumerCost;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.DurationSummaryCopy;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsumerPageTest {

    private static final ConsumerResult ORDERS = JudgedResult.lossless("orders");
    private static final ConsumerResult STOCK = JudgedResult.torn("stock");

    private static List<SampleRow> rows() {
        List<SampleRow> rows = new ArrayList<>();
        rows.add(PageSeconds.second(1).part(SampleRow.RunPart.WARM_UP).row());
        for (int second = 2; second <= 6; second++) {
            rows.add(PageSeconds.second(second)
                    .consumer("orders", 90, 5, 1)
                    .consumer("stock", second == 4 ? 0 : 80, 50, 10L * second)
                    .row());
        }
        return rows;
    }

    private static RunResult run(ConsumerResult... consumers) {
        return JudgedResult.of(
                rows(), List.of(new FaultMark(2.5, "cut 2s", null, "1 connection reset", 2_000.5, null)), consumers);
    }

    private static Section section(Document page) {
        return page.sections().stream()
                .filter(section -> section.id().equals("consumers"))
                .findFirst()
                .orElseThrow();
    }

    private static Table table(Document page, int number) {
        return section(page).blocks().stream()
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .toList()
                .get(number);
    }

    private static List<String> row(Table table, int number) {
        return TableTexts.row(table, number);
    }

    @Test
    void tableShowsPathFromServerToConsumers() {
        RunResult run = run(ORDERS, STOCK);
        Document page = Documents.page(run);

        PageParts.assertDrawable(page);
        Table firstTable = table(page, 0);
        assertThat(row(firstTable, 0))
                .containsExactly(
                        "acknowledged commits",
                        "",
                        RunTexts.oneDecimal(run.summary().write().transactionsPerSecond()),
                        "-",
                        "-",
                        "-",
                        String.valueOf(run.summary().write().logged()),
                        "",
                        "");
        DurationSummary delay = run.summary().cdc().delay();
        assertThat(row(firstTable, 1))
                .containsExactly(
                        "the stream",
                        "COMMIT_TIMESTAMP",
                        RunTexts.oneDecimal(run.summary().cdc().transactionsPerSecond()),
                        RunTexts.millis(delay.p50Millis()),
                        RunTexts.millis(delay.p99Millis()),
                        RunTexts.millis(delay.maxMillis()),
                        String.valueOf(run.verdict().observed()),
                        "LOSSLESS",
                        "");
        assertThat(row(firstTable, 2))
                .containsExactly(
                        "orders",
                        "GTID, ACKNOWLEDGED",
                        "33.3",
                        "5.250",
                        "12.125",
                        "14.750",
                        "100",
                        "LOSSLESS",
                        "EXACTLY_ONCE");
        assertThat(row(firstTable, 3))
                .containsExactly(
                        "stock",
                        "ROW, ACKNOWLEDGED",
                        "33.3",
                        "5.250",
                        "12.125",
                        "14.750",
                        "98",
                        "LOST 2",
                        "AT_MOST_ONCE");
        assertThat(firstTable.rows().get(3).cells().get(7).tone()).isEqualTo(Tone.BAD);
    }

    /** A third of the acknowledged transactions only read. */
    @Test
    void rateOfCommitsExcludesReads() {
        RunResult run = run(ORDERS);
        WriteSummary write = run.summary().write();
        WriteSummary writeWithReads = new WriteSummary(
                15,
                15,
                150,
                Map.of("insert", 100L, "select", 50L),
                100,
                0,
                50,
                100,
                0,
                0,
                Map.of(),
                0,
                0,
                0,
                null,
                null,
                null,
                write.waiting(),
                write.latency(),
                write.latencyWithWaiting(),
                Map.of(),
                write.startDelay(),
                write.serviceTime(),
                null,
                null,
                List.of());
        RunResult runWithReads = RunResultCopy.of(run)
                .summary(summary(run, List.of(), writeWithReads))
                .build();

        assertThat(row(table(Documents.page(runWithReads), 0), 0)).contains("10.0", "100");
    }

    private static Summary summary(RunResult run, List<StreamSummary> streams, WriteSummary write) {
        Summary summary = run.summary();
        return new Summary(summary.seconds(), summary.cdc(), streams, null, write, summary.tester(), List.of());
    }

    private static StreamSummary stream(String name, long transactions, RunResult run) {
        CdcSummary cdc = RunResults.of(transactions, 0, 0, Verdict.Status.LOSSLESS).summary().stream();
        return new StreamSummary(name, "db:3306", cdc, 0, run.server(), run.clock());
    }

    @Test
    void eachOfSeveralStreamsIsOneStage() {
        RunResult run = run(ORDERS);
        Verdict behind = RunResults.of(40, 0, 0, Verdict.Status.BEHIND).verdict();
        List<StreamSummary> streams = List.of(stream("a", 50, run), stream("b", 40, run));
        RunResult runWithStreams = RunResultCopy.of(run)
                .summary(summary(run, streams, run.summary().write()))
                .verdict(Verdict.worstOf(List.of(new OfStream("a", run.verdict()), new OfStream("b", behind))))
                .build();
        Table stages = table(Documents.page(runWithStreams), 0);

        assertThat(stages.rows()).hasSize(4);
        assertThat(row(stages, 1)).startsWith("stream a").contains("15.0", "100", "LOSSLESS");
        assertThat(row(stages, 2)).startsWith("stream b").contains("14.0", "40", "BEHIND");
        assertThat(row(stages, 3)).startsWith("orders");
    }

    /** The values of the streams together are sums. */
    @Test
    void chartShowsStreamThatConsumersRead() {
        List<SampleRow> rows = rows().stream()
                .map(row -> new SampleRow(
                        row.second(),
                        row.phase(),
                        row.seconds(),
                        row.write(),
                        row.cdc(),
                        List.of(new SampleRow.Stream("a", cdc(60)), new SampleRow.Stream("b", cdc(40))),
                        row.workloads(),
                        row.probes(),
                        row.consumers()))
                .toList();

        Chart chart = PageParts.chart(Documents.page(JudgedResult.of(rows, List.of(), ORDERS)), "consumers-tps");
        assertThat(PageParts.series(chart, "the stream").y()).containsOnly(60);
    }

    private static SampleRow.Cdc cdc(double transactions) {
        return new SampleRow.Cdc(PageSeconds.NO_DURATIONS, Map.of("transactions", transactions), Map.of(), null);
    }

    @Test
    void legendNamesStartOfEachKindOfDelay() {
        assertThat(table(Documents.page(run(ORDERS)), 0).note())
                .startsWith(
                        "Delays start at the commit; by ACKNOWLEDGED at its acknowledgement. Do not add delays up.");
        assertThat(table(Documents.page(run(withDelaySource("PLAYED"))), 0).note())
                .startsWith(
                        "Delays start at the commit; by PLAYED when the played log contains the transaction. Do not");
        assertThat(table(Documents.page(run(withDelaySource("COMMIT_TIMESTAMP"))), 0)
                        .note())
                .startsWith("Delays start at the commit. Do not add delays up.");
    }

    private static ConsumerResult withDelaySource(String source) {
        return ConsumerResultCopy.of(ORDERS)
                .delay(DurationSummaryCopy.of(ORDERS.delay()).source(source).build())
                .build();
    }

    @Test
    void showsCostOfConsumersWithMeasuredCost() {
        ConsumerCost cost =
                new ConsumerCost(2.5, 90_000_000, 120_400_000, 0L, 5_000_000L, null, null, null, null, 1.0, List.of());
        ConsumerResult stockWithCost = ConsumerResultCopy.of(STOCK)
                .cost(cost.per(250_000L, 500_000_000L))
                .build();
        Document page = Documents.page(run(ORDERS, stockWithCost));

        PageParts.assertDrawable(page);
        Table costs = table(page, 3);
        assertThat(costs.id()).isEqualTo("consumer-costs");
        assertThat(costs.rows()).hasSize(1);
        assertThat(row(costs, 0))
                .containsExactly("stock", "2.50", "10.00", "5.00", "90.0", "120.4", "0.0", "5.0", "-", "-");
        assertThat(Documents.page(run(ORDERS, STOCK)).sections())
                .flatExtracting(Section::blocks)
                .noneMatch(block -> block instanceof Table table && table.id().equals("consumer-costs"));
    }

    @Test
    void countsFaultsAndDescribesFirstFault() {
        Document page = Documents.page(run(ORDERS, STOCK));

        Table faults = table(page, 1);
        assertThat(TableTexts.headings(faults))
                .containsExactly(
                        "",
                        "LOST",
                        "torn",
                        "DUPLICATED",
                        "REORDERED",
                        "behind at the end",
                        "stray",
                        "others",
                        "unreadable");
        assertThat(row(faults, 0))
                .startsWith("stream", String.valueOf(run(ORDERS).verdict().missing()), "-", "0", "0", "-", "-");
        assertThat(row(faults, 1)).containsExactly("orders", "0", "0", "0", "0", "0", "5", "4", "2");
        assertThat(row(faults, 2)).containsExactly("stock", "2", "1", "0", "0", "2", "5", "4", "2");
        assertThat(section(page).blocks().stream()
                        .filter(Facts.class::isInstance)
                        .flatMap(block -> ((Facts) block).facts().stream())
                        .map(fact -> fact.label() + ": " + fact.text()))
                .contains(
                        "consumer: stock: LOST 2, committed 100, observed 98, others 4, first cdc_seq 41, at most once",
                        ": exact: each commit was looked for among its reports",
                        "torn: 1, first cdc_seq 42: 1 of its 3 rows",
                        "stray: first cdc_seq 7",
                        "unreadable: first <what is this>",
                        "it broke: java.io.EOFException: it <broke>",
                        "note: 2 of its reports could not be read");
    }

    @Test
    void chartsShowStreamAndConsumersOnOneAxis() {
        Document page = Documents.page(run(ORDERS, STOCK));

        Chart delayChart = PageParts.chart(page, "consumers-dt");
        Chart rateChart = PageParts.chart(page, "consumers-tps");
        Chart behindChart = PageParts.chart(page, "consumers-behind");
        assertThat(delayChart.series()).extracting(Series::name).containsExactly("the stream", "orders", "stock");
        assertThat(PageParts.series(delayChart, "the stream").y()).containsOnly(2);
        assertThat(PageParts.series(delayChart, "the stream").x())
                .as("without the warm-up")
                .containsExactly(2, 3, 4, 5, 6);
        assertThat(PageParts.series(delayChart, "stock").y())
                .containsExactly(50, 50, Double.NaN, 50, 50); // the consumer reports nothing in second 4
        assertThat(PageParts.series(rateChart, "the stream").y())
                .as("without heartbeats")
                .containsOnly(90);
        assertThat(PageParts.series(rateChart, "stock").y()).containsExactly(80, 80, 0, 80, 80);
        assertThat(PageParts.series(behindChart, "stock").y()).containsExactly(20, 30, 40, 50, 60);
        assertThat(delayChart.x()).isEqualTo(PageParts.chart(page, "dt").x());
        assertThat(delayChart.group()).isEqualTo("time");
        assertThat(delayChart.marks()).extracting(Mark::name).contains("cut 2s");
    }

    @Test
    void headlineNamesConsumers() {
        assertThat(Documents.page(run(ORDERS)).headline().text())
                .isEqualTo("Nothing lost, repeated or out of order; consumer orders lossless");
        assertThat(Documents.page(run(ORDERS)).headline().tone()).isEqualTo(Tone.GOOD);
        assertThat(Documents.page(run(ORDERS, JudgedResult.lossless("b")))
                        .headline()
                        .text())
                .endsWith("; all 2 consumers lossless");
        assertThat(Documents.page(run(ORDERS, STOCK)).headline().text())
                .isEqualTo("Consumer stock lost 2 transactions; in the stream, nothing lost, repeated or out of order");
        assertThat(Documents.page(run(ORDERS, STOCK)).headline().tone()).isEqualTo(Tone.BAD);
        assertThat(Documents.page(run(JudgedResult.torn("a"), STOCK)).headline().text())
                .startsWith("2 of 2 consumers not lossless: consumer ");
        Document repeatingPage = Documents.page(run(JudgedResult.repeating("a")));
        assertThat(repeatingPage.headline().text()).startsWith("Consumer a repeated 3 transactions; ");
        assertThat(repeatingPage.headline().tone())
                .as("duplicates may be allowed")
                .isEqualTo(Tone.UNSURE);
        assertThat(PageParts.figure(Documents.page(run(ORDERS)), "DT p99 at orders"))
                .isEqualTo("12.125");
    }

    @Test
    void storedResultHasSamePage() {
        RunResult run = run(ORDERS, STOCK);

        Document storedPage = Documents.page(
                StoredResult.of("result.json", Formats.JSON.text(run)).run());

        assertThat(section(storedPage))
                .usingRecursiveComparison()
                .withEqualsForType(Double::equals, Double.class) // NaN equals NaN
                .isEqualTo(section(Documents.page(run)));
        assertThat(storedPage.headline()).isEqualTo(Documents.page(run).headline());
    }

    @Test
    void omitsSectionIfThereAreNoConsumers() {
        Document page =
                Documents.page(JudgedResult.of(List.of(PageSeconds.second(1).row()), List.of()));

        assertThat(page.sections()).extracting(Section::id).doesNotContain("consumers");
        assertThat(PageParts.charts(page).map(Chart::id)).noneMatch(id -> id.startsWith("consumers"));
        assertThat(page.headline().text()).isEqualTo("Nothing lost, repeated or out of order");
    }

    @Test
    void hasTablesIfRunHasNoSamples() {
        Document page = Documents.page(JudgedResult.of(List.of(), List.of(), STOCK));

        PageParts.assertDrawable(page);
        assertThat(section(page).blocks())
                .hasOnlyElementsOfTypes(Table.class, Facts.class)
                .hasSize(4);
    }
}
