// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the tables of a comparison. */
final class ComparisonTables {

    /** In characters. */
    private static final int MAX_SETTING_LENGTH = 100;

    private ComparisonTables() {}

    static boolean isPublished(Comparison comparison) {
        return comparison.before().runs() == 0 && !comparison.values().isEmpty();
    }

    /** The conditions of a publication are facts, because their texts are too long for a table. */
    static List<Block> settings(Comparison comparison) {
        if (isPublished(comparison)) {
            Facts.Builder facts = new Facts.Builder();
            for (SettingChange setting : comparison.settings()) {
                boolean isSettingPublished = !setting.before().isEmpty();
                facts.add(setting.name(), isSettingPublished ? "published: " + setting.before() : null);
                facts.add(
                        isSettingPublished ? "" : setting.name(),
                        setting.after().isEmpty() ? null : "ours: " + setting.after());
            }
            return List.of(facts.build(Detail.ESSENTIAL));
        }
        if (comparison.settings().isEmpty()) {
            return List.of(new Facts.Builder()
                    .add("differs", "no recorded setting of plan, server, tester or machine")
                    .build(Detail.ESSENTIAL));
        }
        List<SettingChange> shortSettings = comparison.settings().stream()
                .filter(setting -> !isLong(setting))
                .toList();
        Facts.Builder facts = new Facts.Builder();
        comparison.settings().stream().filter(ComparisonTables::isLong).forEach(setting -> {
            facts.add(setting.name(), "A: " + orDash(setting.before()));
            facts.add("", "B: " + orDash(setting.after()));
        });
        Table table = new TableBuilder<SettingChange>()
                .add("setting", SettingChange::name)
                .add(Column.text("before", "A"), setting -> orDash(setting.before()))
                .add(Column.text("after", "B"), setting -> orDash(setting.after()))
                .build("settings", null, null, shortSettings, Detail.ESSENTIAL);
        Facts longSettings = facts.build(Detail.ESSENTIAL);
        return shortSettings.isEmpty() ? List.of(longSettings) : List.of(table, longSettings);
    }

    static boolean isLong(SettingChange setting) {
        return Math.max(setting.before().length(), setting.after().length()) > MAX_SETTING_LENGTH;
    }

    static String orDash(String value) {
        return value.isEmpty() ? "-" : value;
    }

    static Table values(Comparison comparison) {
        return isPublished(comparison) ? ratios(comparison) : changes(comparison);
    }

    private static Table ratios(Comparison comparison) {
        return stepColumns(comparison)
                .add(Column.count("before", "published"), row -> Cell.of(ShortNumber.compact(row.before())))
                .add(Column.count("after", "ours"), row -> Cell.of(ShortNumber.compact(row.after())))
                .add(Column.count("ratio", "ratio"), ChangeText::ratio)
                .build("values", null, "ratio: ours by published. M: 10⁶.", comparison.values(), Detail.ESSENTIAL);
    }

    private static TableBuilder<ValueChange> stepColumns(Comparison comparison) {
        String axis = comparison.axis();
        TableBuilder<ValueChange> columns =
                new TableBuilder<ValueChange>().add("value", row -> ValueName.of(row.value()));
        if (axis != null) {
            columns.add(
                    comparison.steps().isEmpty() ? Column.count("step", axis) : Column.text("step", axis),
                    row -> row.step() == null ? "" : row.step());
        }
        return columns;
    }

    /** Omits the intervals if no value has one, for example with one run per side. */
    private static Table changes(Comparison comparison) {
        List<ValueChange> values = comparison.values();
        boolean hasIntervals = values.stream().anyMatch(row -> row.range() != null);
        return stepColumns(comparison)
                .add(
                        Column.count("before", "A"),
                        row -> Cell.of(ShortNumber.compact(row.before()))
                                .below(runsNote(row, comparison, ValueChange::runsBefore)))
                .add(
                        Column.count("after", "B"),
                        row -> Cell.of(ShortNumber.compact(row.after()))
                                .below(runsNote(row, comparison, ValueChange::runsAfter)))
                .add(Column.count("changePercent", "change"), row -> ChangeText.change(row.changePercent()))
                .addIfAny(hasIntervals ? values : List.of(), Column.count("range", "interval"), ChangeText::range)
                .add(Column.text("mark", "result"), row -> Cell.of(ChangeText.mark(row), tone(row.mark())))
                .build(
                        "values",
                        null,
                        (hasIntervals
                                        ? "interval: confidence interval of the change, in percent; in brackets: of a"
                                                + " single search each. "
                                        : "")
                                + "M: 10⁶.",
                        values,
                        Detail.ESSENTIAL);
    }

    private static @Nullable String runsNote(ValueChange row, Comparison comparison, ToIntFunction<ValueChange> runs) {
        int maxRuns = comparison.values().stream().mapToInt(runs).max().orElse(0);
        int runsOfRow = runs.applyAsInt(row);
        return runsOfRow == maxRuns ? null : PlainText.withNoun(runsOfRow, "run");
    }

    private static Tone tone(Mark mark) {
        return switch (mark) {
            case BETTER -> Tone.GOOD;
            case WORSE -> Tone.BAD;
            case CHANGED, INSIDE_NOISE -> Tone.NEUTRAL;
            case ONE_RUN, UNKNOWN, NOT_JUDGED -> Tone.UNSURE;
        };
    }

    static String verdict(Verdict.@Nullable Status status) {
        return status == null ? "all runs failed" : status.name();
    }

    private static String verdictChange(VerdictChange verdict) {
        if (verdict.worse()) {
            return "worse";
        } else if (verdict.before() == null) {
            return "";
        }
        return verdict.before() == verdict.after() ? "the same" : "better";
    }

    /** If all verdicts are equal, a line reports them, and only the page has the table. */
    static List<Block> verdicts(Comparison comparison) {
        List<VerdictChange> verdicts = comparison.verdicts();
        boolean areAllEqual = verdicts.stream()
                        .flatMap(verdict -> Stream.of(verdict.before(), verdict.after()))
                        .distinct()
                        .count()
                == 1;
        String axis = comparison.axis();
        Table table = new TableBuilder<VerdictChange>()
                .add(
                        Column.text("step", axis == null ? "verdict" : axis),
                        verdict -> verdict.step() == null ? "all runs" : verdict.step())
                .add(
                        Column.text("before", "A"),
                        verdict -> Cell.of(verdict(verdict.before()), VerdictCell.tone(verdict.before())))
                .add(
                        Column.text("after", "B"),
                        verdict -> Cell.of(verdict(verdict.after()), VerdictCell.tone(verdict.after())))
                .add(
                        Column.text("change", ""),
                        verdict -> Cell.of(verdictChange(verdict), verdict.worse() ? Tone.BAD : Tone.NEUTRAL))
                .build(
                        "verdicts",
                        null,
                        "The worst verdict of each side. A worse verdict always fails.",
                        verdicts,
                        areAllEqual ? Detail.PAGE : Detail.ESSENTIAL);
        return areAllEqual
                ? List.of(
                        new Facts.Builder()
                                .add(
                                        "verdict",
                                        verdicts.get(0).before() + ", the same"
                                                + (verdicts.size() == 1 ? "" : " in all " + verdicts.size()))
                                .build(Detail.ESSENTIAL),
                        table)
                : List.of(table);
    }
}
