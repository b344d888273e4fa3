// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.FindMaxColumn;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.FindMaxResult.TrialRow;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The trials of a search as a table: the columns of the text, each limit, the verdict, the folder. */
final class FindMaxBlocks {

    private FindMaxBlocks() {}

    static Table table(FindMaxResult search) {
        List<String> heads = new ArrayList<>();
        FindMaxColumn.ALL.forEach(column -> heads.add(column.title()));
        heads.addAll(search.limits());
        heads.addAll(List.of("verdict", "folder"));
        return TextCells.table(
                null,
                "DT in ms. What was wrong in a trial stands below. The folders are in the search's directory.",
                heads,
                search.table().stream().map(row -> row(search, row)).toList());
    }

    private static Row row(FindMaxResult search, TrialRow row) {
        List<Cell> cells = new ArrayList<>();
        for (FindMaxColumn column : FindMaxColumn.ALL) {
            String text = column.cell().apply(row);
            cells.add(TextCells.cell(
                    text,
                    null,
                    column.title().equals("outcome") ? tone(row.outcome()) : Tone.NEUTRAL,
                    column.isNumber()));
        }
        for (String limit : search.limits()) {
            cells.add(row.limits().stream()
                    .filter(check -> check.expression().equals(limit))
                    .findFirst()
                    .map(FindMaxBlocks::limit)
                    .orElse(Cells.text("-")));
        }
        Optional<Trial> trial =
                search.steps().stream().filter(one -> one.step() == row.step()).findFirst();
        String verdict = trial.map(Trial::result)
                .map(RunResult::verdict)
                .map(found -> found.headline())
                .orElse("");
        cells.add(Cells.text(verdict, verdict.isEmpty() ? Tone.NEUTRAL : SweepBlocks.verdict(verdict)));
        cells.add(Cells.text(trial.map(Trial::folder).orElse("")));
        return Row.of(cells);
    }

    private static Cell limit(Check check) {
        Double actual = check.actual();
        return TextCells.cell(
                actual == null ? check.held() ? "held" : "broken" : Numbers.of(actual),
                null,
                check.held() ? Tone.GOOD : Tone.BAD,
                true);
    }

    static Tone tone(TrialOutcome outcome) {
        return switch (outcome) {
            case HELD -> Tone.GOOD;
            case RUN_FAILED -> Tone.UNSURE;
            case LIMIT_BROKE, BACKLOG_GREW, NOT_DELIVERED -> Tone.BAD;
        };
    }
}
