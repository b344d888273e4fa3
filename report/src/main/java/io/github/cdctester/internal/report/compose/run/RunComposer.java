// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.report.LostCsv;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.compose.chart.ChartAnnotations;
import io.github.cdctester.internal.report.compose.chart.ProbeCharts;
import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.internal.report.compose.chart.RunTimeSeries;
import io.github.cdctester.internal.report.compose.experiment.ProbeTables;
import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.run.table.ChangePointTables;
import io.github.cdctester.internal.report.compose.run.table.RunTexts;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.report.render.CsvRenderer;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Composes the document of a run, or of the phases of a plan. The run may have no result, because it is active or was killed.
 * {@link Detail#SUMMARY} omits blocks that only pages show.
 */
public final class RunComposer {

    private static final String RUN = "run";
    private static final int MAX_LOADS = 3;

    public static final String SCALING_CSV = ScalingTable.ID + ".csv";

    private final RunContent run;
    private final boolean isPage;

    private RunComposer(RunContent run, Detail detail) {
        this.run = run;
        isPage = detail == Detail.PAGE;
    }

    public static Document of(RunResult result, Detail detail) {
        return new RunComposer(RunContent.of(result), detail).compose("");
    }

    public static Document of(PlanResult plan, Detail detail) {
        return new RunComposer(RunContent.of(plan), detail).compose("");
    }

    public static Table scaling(PlanResult plan) {
        return ScalingTable.values(plan.scaling(), ProbeUnits.of(plan));
    }

    /** {@code currentActivity} is empty if it is unknown or the run has ended. */
    public static Document of(UnfinishedRun run, List<SampleRow> samples, String currentActivity, Detail detail) {
        return new RunComposer(RunContent.of(run, samples), detail).compose(currentActivity);
    }

    /** The command failed before it had a result. */
    public static List<TestSuite> withoutResult(String command, Instant at, String reason) {
        return List.of(TestSuites.suiteWithoutResult(command, TestSuites.packageName(command, ""), at, false, reason));
    }

    private Document compose(String currentActivity) {
        RunResult result = run.result();
        RunTimeSeries charts = !isPage
                ? null
                : result == null
                        ? RunTimeSeries.of(Objects.requireNonNull(run.unfinished()), run.samples())
                        : RunTimeSeries.of(result);
        ChartAnnotations annotations = charts == null ? ChartAnnotations.NONE : RunAnnotations.annotations(run, charts);
        List<Section> sections = sections(charts, annotations);
        SamplesDownload samples = isPage && result != null ? SamplesDownload.of(result) : SamplesDownload.NONE;
        if (!samples.note().isEmpty()) {
            sections.add(new Section("seconds", "Seconds", null, List.of(new Prose(samples.note()))));
        }
        return new Document(
                title(),
                subtitle(),
                RunHeadline.of(run, currentActivity),
                sections,
                suites(),
                files(samples),
                "cdc-tester " + run.tool().version() + " · " + run.tool().java() + " · "
                        + run.tool().os() + " · schema version " + run.schemaVersion());
    }

    private List<Section> sections(@Nullable RunTimeSeries charts, ChartAnnotations annotations) {
        Section probes = probes(charts, annotations);
        RunSections runSections =
                new RunSections(run, charts == null || charts.rows() == 0 ? null : charts, annotations);
        List<Section> delay = runSections.delay();
        List<Section> sections = new ArrayList<>();
        if (!run.isPlan()) {
            sections.addAll(delay);
            sections.addAll(runSections.sectionsAfterDelay());
            sections.add(probes);
        } else {
            // a page starts with a chart; text starts with the phases
            List<Section> elasticityCharts = charts == null ? List.of() : charts.elasticity(run.units(), run.series());
            boolean isDelayFirst = elasticityCharts.isEmpty() && charts != null;
            sections.addAll(isDelayFirst ? delay : elasticityCharts);
            sections.add(PhaseTables.overview(run));
            sections.add(probes);
            sections.addAll(ChangePointTables.of(run.series(), run.units()));
            sections.addAll(ScalingTable.sections(run.scaling(), run.units()));
            if (!run.actions().isEmpty()) {
                sections.add(new Section("actions", "Actions", null, List.of(PhaseTables.actions(run.actions()))));
            }
            sections.addAll(isDelayFirst ? List.of() : delay);
            sections.addAll(runSections.sectionsAfterDelay());
            sections.addAll(run.result() == null ? List.of() : PhaseTables.sectionPerPhase(run));
        }
        sections.add(AboutFacts.section(run));
        return sections;
    }

    /** A run without a result has charts, but no tables. */
    private Section probes(@Nullable RunTimeSeries charts, ChartAnnotations annotations) {
        RunResult result = run.result();
        List<Block> probes = new ArrayList<>(result == null ? List.of() : ProbeTables.of(result, Detail.ESSENTIAL));
        if (charts != null) {
            probes.addAll(new ProbeCharts(charts.probes(), run.units(), run.series(), charts.time()).draw(annotations));
        }
        String legend = charts == null ? null : "A line for each series, with gaps while there was nothing to read.";
        return new Section("probes", "Probes", legend, probes);
    }

    private List<Download> files(SamplesDownload samples) {
        List<Download> files = new ArrayList<>(samples.files());
        if (isPage && !run.scaling().isEmpty()) {
            Table scaling = ScalingTable.values(run.scaling(), run.units());
            files.add(new Download(SCALING_CSV, "a row per step", "text/csv", CsvRenderer.render(scaling)));
        }
        RunResult result = run.result();
        int lostCount = !isPage || result == null ? 0 : LostCsv.list(result).size();
        if (result != null && lostCount > 0) {
            String label = PlainText.withNoun(lostCount, "lost transaction") + " by name";
            files.add(new Download(LostCsv.FILE_NAME, label, "text/csv", new LostCsv().text(result)));
        }
        return files;
    }

    /**
     * Describes the loads, or the stream if there are none. An experiment's page can contain several runs without a result, so
     * such a run has its label as title.
     */
    private String title() {
        List<NamedLoad> loads = run.loads();
        if (run.result() == null && !run.isPlan() && !run.label().isEmpty()) {
            return run.label();
        } else if (loads.isEmpty()) {
            return "The stream of " + run.plan().cdcEndpoint().address();
        } else if (!run.hasPhases()
                || loads.size() == 1
                        && (run.isPhase()
                                || loads.get(0)
                                        .name()
                                        .equals(loads.get(0).workload().name()))) {
            return RunTexts.loadText(loads.get(0)) + background(loads);
        }
        String loadNames = loads.stream()
                .limit(MAX_LOADS)
                .map(load -> load.name() + " ("
                        + (load.name().equals(load.workload().name())
                                ? ""
                                : load.workload().name() + ", ")
                        + PlainText.withNoun(load.load().threads(), "thread") + ")")
                .collect(Collectors.joining(", "));
        return loadNames + (loads.size() > MAX_LOADS ? " and " + (loads.size() - MAX_LOADS) + " more loads" : "");
    }

    private static String background(List<NamedLoad> loads) {
        return loads.stream()
                .skip(1)
                .map(load -> ", with " + load.name() + " in the background")
                .findFirst()
                .orElse("");
    }

    private String subtitle() {
        String seconds = RunTexts.oneDecimal(run.whole().seconds()) + " s measured";
        RunResult result = run.result();
        String file = run.isPlan() && !run.label().isEmpty() ? run.label() + " · " : "";
        if (result == null) {
            return file + "not finished · "
                    + (run.plan().loads().isEmpty()
                                    ? run.plan().cdcEndpoint()
                                    : run.plan().endpoint())
                            .address()
                    + " · " + seconds + " up to now · begun " + RunTexts.utcText(run.startedAt());
        }
        return file
                + (run.isPlan() ? PlainText.withNoun(run.phases().size(), "phase") + " · " : "")
                + Provenance.serverText(
                        result.server(), result.plan().cdcEndpoint().address()) + " · " + seconds
                + (result.interrupted() ? " (interrupted)" : "") + " · " + RunTexts.utcText(run.startedAt());
    }

    private List<TestSuite> suites() {
        RunResult result = run.result();
        if (result == null) {
            return List.of();
        }
        if (!run.isPlan()) {
            // CI systems identify suites by this name
            String name =
                    run.loads().stream().findFirst().map(RunTexts::loadText).orElse("traffic of other clients") + ", "
                            + RunTexts.oneDecimal(run.whole().seconds()) + " s measured"
                            + (result.interrupted() ? " (interrupted)" : "");
            return List.of(TestSuites.runSuite(
                    name,
                    TestSuites.packageName(RUN, ""),
                    result,
                    interruption(result, "interrupted: " + result.interruptedBecause()),
                    isVerdictFailure(result)));
        }
        List<TestSuite> suites = new ArrayList<>();
        String failure = run.failure();
        suites.add(TestSuites.runSuite(
                run.label(),
                TestSuites.packageName(PlanResult.KIND, ""),
                result,
                failure == null ? interruption(result, "interrupted") : failure,
                result.verdict().status().isBad()));
        if (!run.actions().isEmpty()) {
            suites.add(new TestSuite(
                    "actions",
                    TestSuites.packageName(PlanResult.KIND, "actions"),
                    run.startedAt(),
                    0,
                    run.actions().stream().map(RunComposer::actionCase).toList()));
        }
        return suites;
    }

    /**
     * Returns true for a bad verdict. BEHIND is accepted if only other clients write, because such a run usually stops before the
     * end of the log. In a played log, which also has no loads, the expected reports of consumers are known.
     */
    private static boolean isVerdictFailure(RunResult run) {
        Verdict.Status status = run.verdict().status();
        boolean followsOtherClients = !run.plan().writes()
                && !run.interrupted()
                && run.consumers().stream().noneMatch(ConsumerResult::outputKnown);
        return status.isBad() && !(status == Verdict.Status.BEHIND && followsOtherClients);
    }

    private static @Nullable String interruption(RunResult result, String why) {
        return result.interrupted() ? why : null;
    }

    private static TestCase actionCase(PlanResult.ActionMark action) {
        String name = "at " + RunTexts.oneDecimal(action.second()) + " s: " + action.text();
        boolean hasFailed = action.started() && action.failure() != null;
        String reason = Objects.requireNonNullElse(action.failure(), "ended with the plan");
        return action.millis() != null
                ? TestCase.passed(name, "action")
                : TestCase.of(hasFailed ? Outcome.FAILURE : Outcome.SKIPPED, name, "action", reason);
    }
}
