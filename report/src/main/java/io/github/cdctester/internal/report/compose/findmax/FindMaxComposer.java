// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.internal.report.compose.experiment.KeyFigure;
import io.github.cdctester.internal.report.compose.experiment.ProbeTables;
import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.value.ResultValues.Times;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.FindMaxResult.TrialRow;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A search for the highest rate: the answer with how sure it is, and everything that was tried. */
public final class FindMaxComposer {

    static final ResultValue TPS = ResultValues.WRITE_TPS.labelled("TPS");

    private static final ResultValue QPS = ResultValues.WRITE_QPS.labelled("QPS");

    private static final String LEGEND = "rate: transactions to start per second; TPS: those that were written.";

    private static final String LEGEND_OF_STREAM = " backlog: share of the commits that stayed"
            + " behind, by its trend; around 0 the stream keeps up. DT: delay from commit to arrival.";

    private final FindMaxResult search;
    private final Provenance provenance;
    private final FindMaxCurve curve;

    private FindMaxComposer(FindMaxResult search) {
        this.search = search;
        provenance = new Provenance(search.steps().stream().map(Trial::result), search.startedAt());
        curve = new FindMaxCurve(search, provenance.isFollowed());
    }

    public static Document of(FindMaxResult search) {
        return new FindMaxComposer(search).document();
    }

    private Document document() {
        return new Document(
                "Highest rate: " + provenance.load(search.workload(), search.background(), true) + ", "
                        + String.join(", ", search.limits()),
                provenance.subtitle() + (search.interrupted() ? " (interrupted)" : ""),
                new FindMaxHeadline(search).headline(),
                List.of(
                        new Section(
                                "trials",
                                "Trials",
                                "The search narrows the gap between a rate that holds and one that does not, to the"
                                        + " precision asked for; then the answer has to hold again.",
                                List.of(FindMaxCharts.inOrder(search))),
                        new Section(
                                "limits",
                                "Limits against rate",
                                null,
                                List.copyOf(FindMaxCharts.overRate(search, provenance.isFollowed()))),
                        curve.section(),
                        new Section("table", "Steps", null, List.of(table(), answer(), wrong())),
                        ProbeTables.of(
                                "step, rate",
                                search.steps(),
                                trial -> trial.step() + ", " + PlainText.number(trial.rate()) + "/s",
                                Trial::result),
                        new Section("about", "How it was measured", null, List.of(method(), about()))),
                suites(),
                List.of(),
                provenance.footer("find-max.json"));
    }

    private Table table() {
        TableBuilder<TrialRow> columns = new TableBuilder<TrialRow>()
                .add(Column.count("step", "step"), TrialRow::step)
                .add(Column.count("rate", "rate"), row -> PlainText.number(row.rate()))
                .add(Column.text("purpose", "phase"), row -> phase(row.purpose()))
                .add("outcome", row -> Cell.of(PlainText.words(row.outcome()), tone(row.outcome())))
                .add(KeyFigure.column(TPS), row -> row.values().get(TPS.name()));
        columns.addIfAny(
                search.table(),
                KeyFigure.column(QPS),
                row -> Cell.of(row.values().get(QPS.name())));
        if (provenance.isFollowed()) {
            columns.add(
                    Column.number("backlogGrowthPercent", "backlog", Unit.PERCENT, 1), TrialRow::backlogGrowthPercent);
        }
        Times times = provenance.isFollowed() ? ResultValues.DELAY : ResultValues.LATENCY;
        for (ResultValue value : List.of(times.p50(), times.p99())) {
            columns.add(KeyFigure.column(value), row -> value.shown(row.values(), Double::doubleValue));
        }
        for (String limit : search.limits()) {
            columns.add(
                    Column.amount(limit, limit).onPage(),
                    row -> SearchAnswer.check(row, limit)
                            .map(FindMaxComposer::limit)
                            .orElse(null));
        }
        columns.add(
                Column.text("verdict", "verdict").onPage(),
                row -> VerdictCell.of(
                        trial(row).map(Trial::result).map(RunResult::verdict).orElse(null)));
        columns.add(
                Column.text("folder", "folder").onPage(),
                row -> trial(row).map(Trial::folder).orElse(null));
        return columns.build(
                "trials",
                null,
                LEGEND + (provenance.isFollowed() ? LEGEND_OF_STREAM : ""),
                search.table(),
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

    private Optional<Trial> trial(TrialRow row) {
        return search.steps().stream().filter(one -> one.step() == row.step()).findFirst();
    }

    private static Cell limit(Check check) {
        Double actual = check.actual();
        return Cell.of(
                actual == null ? check.held() ? "held" : "broken" : ShortNumber.of(actual),
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
                .add("answer", SearchAnswer.answer(search))
                .add("bound", SearchAnswer.bound(search).orElse(null));
        curve.addAsked(facts);
        return facts.build(Detail.SUMMARY);
    }

    /** Returns the end of the search, and faults in its trials. */
    private Facts wrong() {
        Facts.Builder facts = new Facts.Builder();
        facts.add("ended", search.answer().isLowerBound() ? null : search.endedBecause());
        search.steps().forEach(trial -> facts.add("step " + trial.step(), SearchAnswer.reasons(trial)));
        facts.add("failed", search.failure(), Tone.BAD);
        return facts.build(Detail.ESSENTIAL);
    }

    private Prose method() {
        return new Prose("First rate " + PlainText.number(search.startRate()) + "/s, highest "
                + PlainText.number(search.maxRate()) + "/s, at most " + search.mostSteps() + " trials, precision "
                + ShortNumber.of(search.precisionPercent()) + " %; the answer had to hold again "
                + PlainText.counted(search.confirmations(), "time")
                + ". Each trial is an open loop: latency counts from the intended start, and a trial in which starts are"
                + " left out does not hold.");
    }

    private Facts about() {
        Facts.Builder facts = new Facts.Builder();
        provenance.addSource(facts, search.restMillis());
        RunWarnings held = FindMaxWarnings.runs(search, trial -> trial.outcome() == TrialOutcome.HELD);
        held.addInformation(facts);
        FindMaxWarnings.runs(search, trial -> trial.outcome() != TrialOutcome.HELD)
                .addNotesBeside(held, facts);
        return facts.build(Detail.SUMMARY);
    }

    /** A rate that is too high is no failure: the search tries some. */
    private List<TestSuite> suites() {
        TestSuite around = TestSuites.around(search);
        List<TestCase> cases = new ArrayList<>(around.cases());
        cases.add(
                search.answer().status().isFound() && !search.answer().isLowerBound()
                        ? TestCase.passed("answer", "answer")
                        : TestCase.of(Outcome.FAILURE, "answer", "answer", SearchAnswer.answer(search)));
        List<TestSuite> suites = new ArrayList<>();
        suites.add(new TestSuite(around.name(), around.place(), around.startedAt(), 0, cases));
        search.steps().forEach(trial -> suites.add(suite(trial)));
        return suites;
    }

    private TestSuite suite(Trial trial) {
        String name = "step " + trial.step() + ", " + PlainText.number(trial.rate()) + "/s";
        String place = TestSuites.place(FindMaxResult.KIND, trial.folder());
        String reasons = SearchAnswer.reasons(trial);
        RunResult result = trial.result();
        if (result == null) {
            return TestSuites.without(name, place, search.startedAt(), false, reasons);
        }
        Verdict.Status status = result.verdict().status();
        double seconds = result.summary().seconds();
        return new TestSuite(
                name,
                place,
                result.startedAt(),
                seconds,
                List.of(
                        TestSuites.ended("run", trial.outcome() == TrialOutcome.RUN_FAILED ? reasons : null)
                                .in(seconds),
                        TestSuites.verdict(result.verdict(), status.isBad() && status != Verdict.Status.BEHIND)));
    }
}
