// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import io.github.cdctester.baseline.Baseline.BaselineCheck.Figure;
import io.github.cdctester.baseline.Baseline.BaselineCheck.Mark;
import io.github.cdctester.baseline.Baseline.UpdateMode;
import io.github.cdctester.internal.baseline.NightFile.Night;
import io.github.cdctester.internal.report.compose.comparison.ChangeText;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Comparison.ChangeRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

record CheckMessage(Path file, Night tonight, UpdateMode mode, double allowedPercent) {

    private static final String ACCEPT = "-D" + Baseline.UPDATE + "=true";

    /** {@code comparableNights}: nights with the same machine class and server. */
    String text(List<Night> nightsOfTest, int comparableNights, List<Figure> figures) {
        String subject = "'" + tonight.test() + "' on " + tonight.machine() + ", " + tonight.server();
        if (comparableNights == 0) {
            return "no baseline of " + subject + ": " + textWithoutBaseline(nightsOfTest);
        }
        List<Figure> reportedFigures =
                figures.stream().filter(figure -> figure.mark() != Mark.SAME).toList();
        String firstLine = outcome(figures) + " the baseline of " + subject + " in " + file + " ("
                + PlainText.withNoun(comparableNights, "night") + ")" + remedy(figures);
        return reportedFigures.isEmpty()
                ? firstLine
                : firstLine + reportedFigures.stream().map(this::line).collect(Collectors.joining("\n  ", "\n  ", ""));
    }

    private String textWithoutBaseline(List<Night> nightsOfTest) {
        if (mode != UpdateMode.COMPARE) {
            return "recorded as the first in " + file;
        }
        String otherBaselines = nightsOfTest.stream()
                .map(night -> night.machine() + " with " + night.server())
                .distinct()
                .collect(Collectors.joining("; "));
        String record = "run with " + ACCEPT + " to record one in " + file;
        return otherBaselines.isEmpty()
                ? "nothing was compared; " + record
                : "there is a baseline of " + otherBaselines + ", which was not compared; " + record
                        + ", or give equal machines the same name with -D" + Baseline.MACHINE + "=NAME";
    }

    private static String outcome(List<Figure> figures) {
        if (figures.stream().anyMatch(figure -> figure.mark() == Mark.WORSE)) {
            return "worse than";
        }
        if (figures.stream().anyMatch(figure -> figure.mark() == Mark.BETTER)) {
            return "better than";
        }
        return figures.stream().allMatch(figure -> figure.mark() == Mark.UNKNOWN)
                ? "not comparable yet with"
                : "the same as";
    }

    private String remedy(List<Figure> figures) {
        boolean isAcceptable = figures.stream().anyMatch(CheckMessage::isMeasuredChange);
        boolean isChanged = figures.stream().anyMatch(CheckMessage::isChange);
        return switch (mode) {
            case ACCEPT -> isAcceptable ? ": accepted, and compared with from now on" : ": added";
            case NIGHTLY ->
                isAcceptable
                        ? ": not added; run with " + ACCEPT + " to accept it"
                        : isChanged ? ": not added" : ": added";
            case COMPARE -> isAcceptable ? "; run with " + ACCEPT + " to accept it" : "";
        };
    }

    static boolean isChange(Figure figure) {
        return figure.mark() == Mark.WORSE || figure.mark() == Mark.BETTER;
    }

    /** A missing value or a rate of 0 cannot be accepted, because there is no new level to compare with. */
    static boolean isMeasuredChange(Figure figure) {
        return isChange(figure) && figure.measured() != null;
    }

    private String sourceText(Figure figure) {
        String source = tonight.delaySources().get(figure.name());
        return source == null ? "" : " by " + source;
    }

    private String line(Figure figure) {
        String name = ValueName.of(figure.name());
        if (figure.measured() == null) {
            return name + ": " + (figure.mark() == Mark.WORSE ? "worse" : "unknown")
                    + ": not measured, or 0, in some of the runs"
                    + (figure.mark() == Mark.WORSE
                            ? "; it was " + ShortNumber.compact(figure.baseline())
                                    + (mode == UpdateMode.ACCEPT ? "; added without this value" : "")
                            : "");
        }
        if (figure.mark() == Mark.UNKNOWN) {
            return name + ": unknown: too few nights" + sourceText(figure) + " to estimate its noise";
        }
        ChangeRange range = new ChangeRange(
                Objects.requireNonNull(figure.lowPercent()),
                Objects.requireNonNull(figure.highPercent()),
                NightJudge.CONFIDENCE);
        return name + ": " + (figure.mark() == Mark.WORSE ? "worse" : "better") + " by "
                + ChangeText.change(figure.changePercent()) + " (" + ChangeText.range(range) + ")"
                + (figure.nights() > 1 ? " over the last " + figure.nights() + " nights" : "")
                + ", allowed: " + ChangeText.percent(allowedPercent).substring(1) + " %; it was "
                + ShortNumber.compact(figure.baseline()) + " and is " + ShortNumber.compact(figure.measured());
    }
}
