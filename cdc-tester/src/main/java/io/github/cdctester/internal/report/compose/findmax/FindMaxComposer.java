// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.internal.limit.FewValues;
import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult;
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

    private static final List<Column> COLUMNS = List.of(
            Column.count("step", "step"),
            Column.count("rate", "rate"),
            Column.text("purpose", "for"),
            Column.text("outcome", "outcome"),
            Column.number("write.transactionsPerSecond", "reached", Unit.NONE, 1),
            Column.number("backlogGrowthPercent", "growth", Unit.PERCENT, 1),
            Column.millis("cdc.delay.p50Millis", "DT p50"),
            Column.millis("cdc.delay.p99Millis", "DT p99"));

    private final FindMaxResult search;
    private final Provenance provenance;

    private FindMaxComposer(FindMaxResult search) {
        this.search = search;
        provenance = new Provenance(search.steps().stream().map(Trial::result), search.startedAt());
    }

    /** Composes the document of a search: also of one without a trial, or with none that was measured. */
    public static Document of(FindMaxResult search) {
        return new FindMaxComposer(search).document();
    }

    private Document document() {
        return new Document(
                search.workload()
                        + (search.background() == null ? "" : " with " + search.background() + " in the background")
                        + ", the highest rate that holds " + String.join(", ", search.limits()),
                provenance.subtitle() + (search.interrupted() ? " (interrupted)" : ""),
                new FindMaxHeadline(search).headline(),
                List.of(
                        new Section(
                                "trials",
                                "What was tried",
                                "A rate that holds, and one that does not, are brought closer until they are as close"
                                        + " as asked for; then the answer has to hold again.",
                                List.of(FindMaxCharts.inOrder(search))),
                        new Section(
                                "limits",
                                "What the rate does to the limits",
                                null,
                                List.copyOf(FindMaxCharts.overRate(search))),
                        new Section("table", "A row a trial", null, List.of(table(), answer(), wrong())),
                        new Section("about", "What was measured, and how", null, List.of(method(), about()))),
                suites(),
                List.of(),
                provenance.footer("find-max.json"));
    }

    private Table table() {
        List<Column> columns = new ArrayList<>(COLUMNS);
        search.limits()
                .forEach(limit -> columns.add(Column.number(limit, limit, Unit.NONE, Column.SIGNIFICANT)
                        .onPage()));
        columns.add(Column.text("verdict", "verdict").onPage());
        columns.add(Column.text("folder", "folder").onPage());
        return new Table(
                "trials",
                null,
                null,
                columns,
                search.table().stream().map(this::row).toList(),
                Detail.ESSENTIAL);
    }

    private Row row(TrialRow row) {
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.of(row.step()),
                Cell.of(SearchAnswer.rate(row.rate())),
                Cell.of(SearchAnswer.words(row.purpose())),
                Cell.of(SearchAnswer.words(row.outcome()), tone(row.outcome())),
                Cell.of(row.values().get("write.transactionsPerSecond")),
                Cell.of(row.backlogGrowthPercent()),
                Cell.of(FewValues.shown(row.values(), "cdc.delay.p50Millis", Double::doubleValue)),
                Cell.of(FewValues.shown(row.values(), "cdc.delay.p99Millis", Double::doubleValue))));
        for (String limit : search.limits()) {
            cells.add(row.limits().stream()
                    .filter(check -> check.expression().equals(limit))
                    .findFirst()
                    .map(FindMaxComposer::limit)
                    .orElse(Cell.of(null)));
        }
        Optional<Trial> trial =
                search.steps().stream().filter(one -> one.step() == row.step()).findFirst();
        cells.add(
                VerdictCell.of(trial.map(Trial::result).map(RunResult::verdict).orElse(null)));
        cells.add(Cell.of(trial.map(Trial::folder).orElse(null)));
        return Row.of(cells);
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
        return new Facts.Builder()
                .add("answer", SearchAnswer.answer(search))
                .add("bound", SearchAnswer.bound(search).orElse(null))
                .build(Detail.SUMMARY);
    }

    /** What ended the search, and what was wrong in its trials. */
    private Facts wrong() {
        Facts.Builder facts = new Facts.Builder();
        facts.add("ended", search.endedBecause());
        search.steps().forEach(trial -> facts.add("step " + trial.step(), SearchAnswer.reasons(trial)));
        facts.add("failed", search.failure(), Tone.BAD);
        return facts.build(Detail.ESSENTIAL);
    }

    private Prose method() {
        return new Prose("From " + SearchAnswer.rate(search.startRate()) + "/s up to "
                + SearchAnswer.rate(search.maxRate()) + "/s at most, in at most " + search.mostSteps()
                + " trials, to within " + ShortNumber.of(search.precisionPercent()) + " %; the answer had to hold "
                + search.confirmations()
                + " more times. Each trial is a run in an open loop: latency counts from the intended start, and starts"
                + " that were not made fail it.");
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
        TestSuite around = TestSuites.around(
                FindMaxResult.KIND, search.startedAt(), search.interrupted(), search.failure(), search.checks());
        List<TestCase> cases = new ArrayList<>(around.cases());
        cases.add(
                search.answer().status().isFound()
                        ? TestCase.passed("answer", "answer")
                        : TestCase.of(Outcome.FAILURE, "answer", "answer", SearchAnswer.answer(search)));
        List<TestSuite> suites = new ArrayList<>();
        suites.add(new TestSuite(around.name(), around.place(), around.startedAt(), 0, cases));
        search.steps().forEach(trial -> suites.add(suite(trial)));
        return suites;
    }

    private TestSuite suite(Trial trial) {
        String name = "step " + trial.step() + ", " + SearchAnswer.rate(trial.rate()) + "/s";
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
