// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.SettingChange;
import java.util.List;

/** What a publication's rows beside ours have in place of a judgement. */
final class PublishedBlocks {

    static final String HOW =
            "A is what the publication gives, B the geometric mean of our runs, and the ratio is B by A. It is no"
                    + " verdict: read it with what differs.";

    private PublishedBlocks() {}

    static boolean isOf(Comparison comparison) {
        return comparison.values().stream().anyMatch(row -> row.mark() == Mark.NOT_JUDGED);
    }

    static Headline headline(Comparison comparison) {
        long known = comparison.values().stream()
                .filter(row -> row.changePercent() != null)
                .count();
        return new Headline(
                Tone.NEUTRAL,
                "Beside each other, not judged",
                "Of " + ShortNumber.count(comparison.values().size(), "published value", "published values") + ", "
                        + known + (known == 1 ? " has" : " have") + " ours beside. Servers, machines and loads differ.",
                List.of(),
                List.of(),
                ComparisonWarnings.of(comparison));
    }

    static Block conditions(Comparison comparison) {
        Facts.Builder facts = new Facts.Builder();
        for (SettingChange setting : comparison.settings()) {
            boolean published = !setting.before().isEmpty();
            facts.add(setting.name(), published ? "published: " + setting.before() : null);
            facts.add(published ? "" : setting.name(), setting.after().isEmpty() ? null : "ours: " + setting.after());
        }
        return facts.build(Detail.ESSENTIAL);
    }

    static Table values(Comparison comparison) {
        return ComparisonTables.named(comparison)
                .add(Column.count("before", "published"), row -> Cell.of(ShortNumber.compact(row.before())))
                .add(Column.count("after", "ours"), row -> Cell.of(ShortNumber.compact(row.after())))
                .add(Column.count("ratio", "ratio"), ChangeText::ratio)
                .build("values", null, "ratio: ours by published. M: 10⁶.", comparison.values(), Detail.ESSENTIAL);
    }
}
