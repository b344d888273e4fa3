// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.compare.PublishedRows.Publication;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedRowsTest {

    private static final String PUBLISHED_INSERTS = "polardb-x/oltp_insert";

    /** The second step has two runs, one of which lost transactions. */
    private static ComparedSide sweep(String axis) {
        return ComparedSide.ofSweeps(
                "A",
                "ours",
                List.of(ComparedRuns.sweep(
                        axis,
                        List.of(
                                ComparedRuns.runs(1_000),
                                List.of(
                                        ComparedRuns.run(2_000, Verdict.Status.LOSSLESS),
                                        ComparedRuns.run(8_000, Verdict.Status.LOST))))));
    }

    @Test
    void eachPublicationHasSourceAndKnownNames() {
        assertThat(PublishedRows.load().publications()).hasSize(19);
        PublishedRows.load().publications().forEach((name, publication) -> {
            assertThat(publication.source()).as(name).matches("(?s).*(https://| 20\\d\\d).*");
            assertThat(publication.differs())
                    .as(name)
                    .containsKeys("workload", "server", "hardware", "data", "duration");
            assertThat(publication.columns())
                    .as(name)
                    .allSatisfy(column ->
                            assertThat(ComparedValue.of(column).name()).isEqualTo(column));
            assertThat(publication.rows())
                    .as(name)
                    .allMatch(row -> row.size() == publication.columns().size());
            assertThat(publication.steps().size())
                    .as(name)
                    .isIn(0, publication.rows().size());
            assertThat(publication.rows().stream().flatMap(List::stream))
                    .as(name)
                    .allMatch(number -> number > 0);
        });
    }

    @Test
    void scaleOutPublicationsNameSingleNodeReference() {
        assertThat(PublishedRows.load().publications())
                .extractingByKeys("polardb-serverless/scale-out-1", "polardb-serverless/scale-out-2")
                .extracting(publication -> publication.differs().get("reference"))
                .doesNotContainNull()
                .allMatch(text -> text.contains("single node"));
    }

    @Test
    void largeTransactionsHaveEpsColumn() {
        Publication publication = PublishedRows.load().publications().get("polardb-x/large_transaction");
        assertThat(publication.columns()).endsWith("cdc.eventsPerSecond");
        assertThat(publication.rows())
                .extracting(row -> row.get(2))
                .containsExactly(24.0, 24.0, 24.0, 24.0, 24.0, 24.0, 22.0, 22.0);
        assertThat(publication.differs()).containsKey("EPS");
    }

    @Test
    void statesHowManyCellsArePublished() {
        assertThat(PublishedRows.load().publications())
                .extractingByKeys("performance-schema/rds", "performance-schema/polardb")
                .allSatisfy(publication -> assertThat(publication.differs().get("rows"))
                        .startsWith(publication.rows().size() + " of the 18 cells"));
    }

    /** The reductions and the QPS come from different sections of the published page. */
    @Test
    void publishedReductionsMatchRecordedQueries() {
        Map<String, Integer> reductionCounts = Map.of("performance-schema/rds", 6, "performance-schema/polardb", 1);
        reductionCounts.forEach((name, reductionCount) -> {
            Publication publication = PublishedRows.load().publications().get(name);
            int checkedReductions = 0;
            for (String workload :
                    publication.differs().get("reduced by").split(": ", 2)[1].split("; ")) {
                String[] workloadAndReductions = workload.split(" ", 2);
                for (String reduction : workloadAndReductions[1].split(", ")) {
                    String[] settingAndPercent = reduction.split(" ");
                    double baseline = queries(publication, workloadAndReductions[0], "pfsoff");
                    assertThat(100
                                    * (1
                                            - queries(publication, workloadAndReductions[0], settingAndPercent[0])
                                                    / baseline))
                            .as(workload)
                            .isEqualTo(Double.parseDouble(settingAndPercent[1]), within(0.006));
                    checkedReductions++;
                }
            }
            assertThat(checkedReductions).as(name).isEqualTo(reductionCount);
        });
    }

    private static double queries(Publication publication, String workload, String setting) {
        int row = publication.steps().indexOf(workload + ", " + setting + ", 32");
        assertThat(row).as(workload + ", " + setting).isNotNegative();
        return publication.rows().get(row).get(0);
    }

    @Test
    void pairsSweepStepsWithPublishedRows() {
        Comparison comparison = PublishedRows.compare(PUBLISHED_INSERTS, Map.of(), sweep("threads"));

        assertThat(comparison.isHeld()).isTrue();
        assertThat(comparison.checks()).isEmpty();
        assertThat(comparison.axis()).isEqualTo("row");
        assertThat(comparison.values()).hasSize(7 * 5).allMatch(row -> row.mark() == Mark.NOT_JUDGED);
        ValueChange firstRow = comparison.values().get(0);
        assertThat(firstRow.step()).isEqualTo("1 (threads 1)");
        assertThat(firstRow.value()).isEqualTo("write.queriesPerSecond");
        assertThat(firstRow.before()).isEqualTo(50984.67);
        assertThat(firstRow.runsAfter()).isEqualTo(1);
        ValueChange rowOfTwoRuns = comparison.values().get(9);
        assertThat(rowOfTwoRuns.step()).isEqualTo("2 (threads 2)");
        assertThat(rowOfTwoRuns.value()).isEqualTo("cdc.transactionsPerSecond");
        double mean = Math.sqrt(tps(2_000) * tps(8_000));
        assertThat(rowOfTwoRuns.after()).isEqualTo(mean, within(1e-6));
        assertThat(rowOfTwoRuns.changePercent()).isEqualTo(100 * (mean / 106907.38 - 1), within(1e-6));
        assertThat(comparison.values().subList(10, 35)).allMatch(row -> row.after() == null && row.before() != null);
        assertThat(comparison.notes())
                .filteredOn(note -> note.code() == Code.PUBLISHED_VALUES_NOT_JUDGED)
                .singleElement()
                .extracting(Note::text)
                .asString()
                .contains(PUBLISHED_INSERTS, "nothing is judged", "source: https://");
    }

    @Test
    void rowOfFailedStepHasNoValue() {
        SweepResult sweep = ComparedRuns.sweep(
                List.of(ComparedRuns.runs(1_000), ComparedRuns.runs(2_000), ComparedRuns.runs(3_000)));
        SweepResult failed = ComparedRuns.withFailures(sweep, 2, 1, null);

        Comparison comparison =
                PublishedRows.compare(PUBLISHED_INSERTS, Map.of(), ComparedSide.ofSweeps("A", "ours", List.of(failed)));

        assertThat(comparison.values())
                .filteredOn(row -> row.value().equals("cdc.transactionsPerSecond"))
                .extracting(ValueChange::step, ValueChange::runsAfter)
                .startsWith(
                        tuple("1 (threads 1)", 1), tuple("2 (threads 2)", 0), tuple("3 (threads 4)", 1), tuple("4", 0));
    }

    @Test
    void listsDifferencesNextToNumbers() {
        Comparison comparison = PublishedRows.compare(PUBLISHED_INSERTS, Map.of(), sweep("threads"));

        assertThat(comparison.settings())
                .extracting(SettingChange::name)
                .containsExactly("workload", "server", "hardware", "data", "duration", "options", "DT", "verdict");
        assertThat(setting(comparison, "server").before()).startsWith("PolarDB-X: 12 compute nodes");
        assertThat(setting(comparison, "server").after()).contains("MYSQL");
        assertThat(setting(comparison, "hardware").after())
                .isEqualTo("the server's is not recorded; the tester's: Linux");
        assertThat(setting(comparison, "verdict").after()).isEqualTo("LOSSLESS, LOST");
        String text = Formats.TABLE.text(comparison);
        assertThat(text)
                .contains("A: " + PUBLISHED_INSERTS + ", as published; B: ours, 3 runs")
                .contains("published: 16 tables of 10,000,000 rows")
                .containsPattern("write.queries/s +1 \\(threads 1\\) +50,984\\.7 ")
                .containsPattern("cdc.delay.mean ms +7 +920\\.\\d* +- +-\n");
        assertThat(text.toLowerCase(Locale.ROOT)).doesNotContain("worse", "better", "slower", "faster");
    }

    @Test
    void pageHasNeitherMarksNorNoiseWarnings() {
        Document page = Documents.page(PublishedRows.compare(PUBLISHED_INSERTS, Map.of(), sweep("threads")));

        assertThat(page.headline().tone()).isEqualTo(Tone.NEUTRAL);
        assertThat(page.headline().text()).isEqualTo("Side by side, not judged");
        assertThat(page.headline().summary()).startsWith("Of 35 published values, 10 have ours.");
        assertThat(page.headline().warnings()).isEmpty();
        assertThat(page.sections())
                .extracting(Section::id)
                .containsExactly("settings", "differences", "steps", "about");
    }

    @Test
    void matchesPhasesAndCombinationsByName() {
        Comparison plan = PublishedRows.compare(
                "tdsql-c/main-and-stress",
                Map.of(),
                ComparedSide.ofPlans("out/plan", List.of(ComparedExperiments.plan(100, 35, ""))));
        assertThat(plan.axis()).isEqualTo("phase");
        assertThat(plan.values()).extracting(ValueChange::step).containsOnly("(all)");
        assertThat(plan.values()).extracting(ValueChange::before).containsExactly(175.0, 392.0);
        assertThat(plan.values().get(0).after()).isEqualTo(35.5, within(1e-9));
        assertThat(plan.values().get(1).after()).isEqualTo(20, within(1e-9));

        MatrixResult matrix = ComparedExperiments.matrix(
                "1",
                List.of(
                        ComparedExperiments.cell(1, "pfsoff", "oltp_write_only", 32, 1, 3_955),
                        ComparedExperiments.cell(2, "pfsoff", "oltp_write_only", 64, 1, 5_000)));
        Comparison cells = PublishedRows.compare(
                "performance-schema/polardb", Map.of(), ComparedSide.ofMatrices("A", "out/matrix", List.of(matrix)));
        assertThat(cells.axis()).isEqualTo("workload, setting, threads");
        assertThat(cells.values().get(0).step()).isEqualTo("oltp_write_only, pfsoff, 32");
        assertThat(cells.values().get(0).changePercent()).isEqualTo(-90, within(1e-6));
        assertThat(cells.values().get(1).after())
                .as("pfson_conon_inson was not run")
                .isNull();
        assertThat(cells.notes())
                .filteredOn(note -> note.code() == Code.STEPS_ON_ONE_SIDE_ONLY)
                .singleElement()
                .extracting(Note::text)
                .asString()
                .contains("only B has ", "oltp_write_only, pfsoff, 64");
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(cells))
                .containsPattern("oltp_write_only, pfsoff, 32 +39,550\\.0 +3,955\\.0\\d* +0\\.10\n");
    }

    /** The consumer's name may differ from the published name. */
    @Test
    void comparesConsumerWithPublishedConsumer() {
        ConsumerResult consumer = JudgedResult.repeating("pipeline");
        PlanResult plan = new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                Instant.EPOCH,
                "drain.yaml",
                "",
                false,
                null,
                List.of(),
                List.of(),
                List.of(),
                JudgedResult.of(List.of(), List.of(), consumer),
                List.of());
        ComparedSide side = ComparedSide.ofPlans("out/plan", List.of(plan));

        Comparison delay = PublishedRows.compare("sequin/debezium", Map.of(), side);
        assertThat(delay.values())
                .extracting(ValueChange::value)
                .containsExactly("consumers.pipeline.delay.meanMillis", "consumers.pipeline.delay.p99Millis");
        assertThat(delay.values()).extracting(ValueChange::before).containsExactly(258.0, 499.0);
        assertThat(delay.values().get(1).after()).isCloseTo(consumer.delay().p99Millis(), within(1e-9));
        assertThat(setting(delay, "consumer").after()).isEqualTo("pipeline");
        assertThat(setting(delay, "losses").before()).isEqualTo("not checked");
        assertThat(setting(delay, "losses").after())
                .isEqualTo("pipeline " + consumer.verdict().status());

        Comparison drain = PublishedRows.compare("deltaforge/at-least-once", Map.of(), side);
        assertThat(drain.values()).singleElement().satisfies(row -> {
            assertThat(row.value()).isEqualTo("consumers.pipeline.drain.transactionsPerSecond");
            assertThat(row.after()).isCloseTo(30 / 1.25, within(1e-9));
        });
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(drain))
                .contains("151,000", "by the difference of offsets");
    }

    @Test
    void usesPublishedConsumerNameIfThereIsNoConsumer() {
        Comparison comparison = PublishedRows.compare(
                "conduit-2025/kafka-connect",
                Map.of(),
                ComparedSide.ofPlans("out/plan", List.of(ComparedExperiments.plan(100, 35, ""))));
        assertThat(comparison.values()).singleElement().satisfies(row -> {
            assertThat(row.value()).isEqualTo("consumers.kafka-connect.drain.transactionsPerSecond");
            assertThat(row.before()).isEqualTo(133_663);
            assertThat(row.after()).isNull();
        });
    }

    @Test
    void rejectsUnrelatedResultInOneLine() {
        assertThatThrownBy(() -> PublishedRows.compare("polardb-x/oltp_inserts", Map.of(), sweep("threads")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("published: 'polardb-x/oltp_inserts', must be one of: polardb-x/oltp_insert, ")
                .hasMessageEndingWith("; did you mean polardb-x/oltp_insert?");
        assertThatThrownBy(() -> PublishedRows.compare(
                        PUBLISHED_INSERTS, Map.of(), ComparedSide.ofRuns("a", ComparedRuns.runs(1))))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage(
                        "a: a run, must be a sweep, whose steps are compared with the rows of " + PUBLISHED_INSERTS);
        assertThatThrownBy(() -> PublishedRows.compare("polardb-x/large_transaction", Map.of(), sweep("trxSize")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("ours: a sweep over trxSize of 1; 2, must be a result with a step of"
                        + " polardb-x/large_transaction: 0.5GB; 1GB; 2GB; 3GB; 4GB; 5GB; 10GB; 20GB");
    }

    private static double tps(long transactions) {
        return ComparedRuns.run(transactions, Verdict.Status.LOSSLESS)
                .summary()
                .cdc()
                .transactionsPerSecond();
    }

    private static SettingChange setting(Comparison comparison, String name) {
        return comparison.settings().stream()
                .filter(setting -> setting.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
