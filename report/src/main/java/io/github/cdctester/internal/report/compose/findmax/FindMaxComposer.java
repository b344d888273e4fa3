// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.compose.experiment.ConsumerTable;
import io.github.cdctester.internal.report.compose.experiment.ExperimentComposer;
import io.github.cdctester.internal.report.compose.experiment.NamedRun;
import io.github.cdctester.internal.report.compose.experiment.ProbeTables;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.experiment.ValueFormat;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Quantity;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.value.ResultValues.Times;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Composes the document of a search for the highest rate. */
public final class FindMaxComposer extends ExperimentComposer<FindMaxResult> {

    static final ResultValue TPS = ResultValues.WRITE_TPS.labelled("TPS");

    private static final ResultValue QPS = ResultValues.WRITE_QPS.labelled("QPS");

    private static final String STEP_HEADING = "step, rate";

    private static final String LEGEND =
            "rate: transactions to start per second; TPS: transactions written per second.";

    private static final String STREAM_LEGEND = " backlog: share of the commits that stayed"
            + " behind, by its trend; around 0 the stream keeps up. DT: delay from commit to arrival.";

    private final FindMaxCurve curve;

    public FindMaxComposer(FindMaxResult search) {
        super(search);
        curve = new FindMaxCurve(search, provenance.followsStream());
    }

    static RunWarnings runWarnings(FindMaxResult search, Predicate<RateTrial> condition) {
        return new RunWarnings(
                search.steps().stream().filter(condition).map(RateTrial::trial).toList(), FindMaxComposer::name);
    }

    static String name(Trial trial) {
        return "step " + trial.step();
    }

    @Override
    protected String suiteName(Trial trial) {
        return name(trial) + ", " + PlainText.number(trial.value()) + "/s";
    }

    @Override
    protected String title() {
        return "Highest rate: " + provenance.loadText(result.workload(), result.background(), true) + ", "
                + String.join(", ", result.limits());
    }

    @Override
    protected Headline headline() {
        return new FindMaxHeadline(result).headline();
    }

    @Override
    protected List<Section> sections() {
        return List.of(
                new Section(
                        "trials",
                        "Trials",
                        "The search narrows the gap between a rate that holds and one that does not, to the requested"
                                + " precision; then runs at the answer must confirm it.",
                        List.of(FindMaxCharts.trialChart(result))),
                new Section(
                        "limits",
                        "Limits against rate",
                        null,
                        List.copyOf(FindMaxCharts.overRate(result, provenance.followsStream()))),
                curve.section(),
                new Section("table", "Steps", null, steps()),
                ProbeTables.of(STEP_HEADING, runs(result.steps())),
                new Section("about", "How it was measured", null, List.of(method(), about())));
    }

    private List<Block> steps() {
        List<Block> blocks = new ArrayList<>(List.of(table()));
        blocks.addAll(ConsumerTable.of("consumers", STEP_HEADING, runs(SearchAnswer.searchTrials(result))));
        blocks.add(answer());
        blocks.add(endAndFailures());
        return blocks;
    }

    private static List<NamedRun> runs(List<RateTrial> trials) {
        return NamedRun.of(
                trials.stream().map(RateTrial::trial).toList(),
                trial -> trial.step() + ", " + PlainText.number(trial.value()) + "/s");
    }

    private Table table() {
        TableBuilder<RateTrial> columns = new TableBuilder<RateTrial>()
                .add(Column.count("step", "step"), RateTrial::step)
                .add(Column.count("rate", "rate"), row -> PlainText.number(row.rate()))
                .add(Column.text("purpose", "phase"), row -> phase(row.purpose()))
                .add("outcome", row -> Cell.of(PlainText.asWords(row.outcome()), tone(row.outcome())))
                .add(ValueFormat.column(TPS), row -> row.trial().values().get(TPS.name()));
        columns.addIfAny(
                result.steps(),
                ValueFormat.column(QPS),
                row -> Cell.of(row.trial().values().get(QPS.name())));
        if (provenance.followsStream()) {
            columns.add(
                    Column.number("backlogGrowthPercent", "backlog", Unit.PERCENT, 1), RateTrial::backlogGrowthPercent);
        }
        Times times = provenance.followsStream() ? ResultValues.DELAY : ResultValues.LATENCY;
        for (ResultValue value : List.of(times.p50(), times.p99())) {
            columns.add(
                    ValueFormat.column(value),
                    row -> value.displayable(row.trial().values(), Double::doubleValue));
        }
        for (String limit : result.limits()) {
            columns.add(
                    Column.amount(limit, limit).onPage(),
                    row -> SearchAnswer.check(row, limit)
                            .map(FindMaxComposer::limit)
                            .orElse(null));
        }
        columns.add(
                Column.text("verdict", "verdict").onPage(),
                row -> VerdictCell.of(row.trial().result()));
        columns.add(Column.text("folder", "folder").onPage(), row -> row.trial().folder());
        return columns.build(
                "trials",
                null,
                LEGEND + (provenance.followsStream() ? STREAM_LEGEND : ""),
                result.steps(),
                Detail.ESSENTIAL);
    }

    private static String phase(Purpose purpose) {
        return switch (purpose) {
            case RAMP -> "ramp";
            case BISECTION -> "bisect";
            case RETRY -> "retry";
            case CONFIRMATION -> "confirm";
            case CURVE -> "curve";
        };
    }

    private static Cell limit(Check check) {
        Double actual = check.actual();
        Unit unit = FindMaxCharts.parse(check.expression())
                .flatMap(Limit::value)
                .map(ValueFormat::unit)
                .orElse(Unit.NONE);
        return Cell.of(
                actual == null ? check.held() ? "held" : "broken" : new Quantity(actual, unit, Column.SIGNIFICANT),
                check.held() ? Tone.GOOD : Tone.BAD);
    }

    private static Tone tone(TrialOutcome outcome) {
        return switch (outcome) {
            case HELD -> Tone.GOOD;
            case RUN_FAILED -> Tone.UNSURE;
            case LIMIT_BROKE, BACKLOG_GREW, NOT_DELIVERED -> Tone.BAD;
        };
    }

    private Facts answer() {
        Facts.Builder facts = new Facts.Builder()
                .add("answer", SearchAnswer.answerText(result))
                .add("bound", SearchAnswer.boundText(result).orElse(null));
        curve.addRequestedPercentages(facts);
        return facts.build(Detail.SUMMARY);
    }

    private Facts endAndFailures() {
        Facts.Builder facts = new Facts.Builder();
        facts.add("ended", result.answer().isLowerBound() ? null : result.endedBecause());
        result.steps().forEach(trial -> facts.add("step " + trial.step(), SearchAnswer.reasonsText(trial)));
        facts.add("failed", result.failure(), Tone.BAD);
        return facts.build(Detail.ESSENTIAL);
    }

    private Prose method() {
        return new Prose("First rate " + PlainText.number(result.startRate()) + "/s, highest "
                + PlainText.number(result.maxRate()) + "/s, at most " + result.mostSteps() + " trials, precision "
                + ShortNumber.of(result.precisionPercent()) + " %; the answer had to hold again "
                + PlainText.withNoun(result.confirmations(), "time")
                + ". Each trial is an open loop: latency counts from the intended start, and a trial in which starts are"
                + " left out does not hold.");
    }

    private Facts about() {
        Facts.Builder facts = new Facts.Builder();
        provenance.addSource(facts, result.idleMillis());
        RunWarnings heldTrials = runWarnings(result, trial -> trial.outcome() == TrialOutcome.HELD);
        heldTrials.addInformation(facts);
        runWarnings(result, trial -> trial.outcome() != TrialOutcome.HELD).addNotesMissingIn(heldTrials, facts);
        return facts.build(Detail.SUMMARY);
    }

    @Override
    protected void addCases(List<TestCase> cases) {
        cases.add(
                result.answer().status().isFound() && !result.answer().isLowerBound()
                        ? TestCase.passed("answer", "answer")
                        : TestCase.of(Outcome.FAILURE, "answer", "answer", SearchAnswer.answerText(result)));
    }

    @Override
    protected String reason(Trial trial) {
        return Note.of(Note.Code.TRIAL_FAILED, "reason", trial.reason()).text();
    }

    /** Returns true if the verdict is bad, except for BEHIND, which only shows that the rate was too high. */
    static boolean isBadVerdict(Verdict.Status status) {
        return status.isBad() && status != Verdict.Status.BEHIND;
    }

    /** Returns true if the consumer lost, repeated or reordered something, unless it may repeat. */
    static boolean isFaulty(ConsumerResult consumer) {
        return !consumer.isHeld() && isBadVerdict(consumer.verdict().status());
    }

    /** Returns the test cases of a run, with the conditions of {@link FindMaxResult#isHeld()}. */
    @Override
    protected List<TestCase> cases(RunResult run, @Nullable String incompleteReason) {
        List<TestCase> cases = new ArrayList<>(List.of(
                TestSuites.completionCase("run", incompleteReason)
                        .withSeconds(run.summary().seconds()),
                TestSuites.verdict(run.verdict(), isBadVerdict(run.verdict().status()))));
        run.consumers().forEach(consumer -> cases.add(TestSuites.consumer(consumer, isFaulty(consumer))));
        return cases;
    }
}
