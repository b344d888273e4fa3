// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The first screen of a run's page. */
final class RunAnswer {

    private static final double LONG_MILLIS = 1_000;

    private RunAnswer() {}

    /** Of a run, or of a plan's phases as one run; what broke that, or {@code null}. */
    static Headline of(RunResult result, @Nullable String failure) {
        long broken = result.checks().stream().filter(check -> !check.held()).count();
        return new Headline(
                tone(result, failure, broken),
                headline(result, failure, broken),
                lead(result),
                figures(result),
                limits(result.checks()),
                Doubts.of(result, failure));
    }

    private static Tone tone(RunResult result, @Nullable String failure, long broken) {
        Verdict verdict = result.verdict();
        if (failure != null || broken > 0 || verdict.status().isBad() || ConsumerAnswer.isBad(result.consumers())) {
            return Tone.BAD;
        }
        if (result.interrupted() || ConsumerAnswer.isUnsure(result.consumers())) {
            return Tone.UNSURE;
        }
        if (verdict.status() == Verdict.Status.NOT_CHECKED) {
            return verdict.committed() == null ? Tone.NEUTRAL : Tone.UNSURE;
        }
        return Tone.GOOD;
    }

    private static String headline(RunResult result, @Nullable String failure, long broken) {
        List<String> parts = new ArrayList<>();
        if (failure != null) {
            parts.add("failed");
        } else if (result.interrupted()) {
            parts.add("interrupted");
        }
        parts.add(verdict(result.verdict()));
        parts.addAll(ConsumerAnswer.words(result.consumers()));
        if (broken > 0) {
            parts.add(broken + " of " + result.checks().size() + " limits broken");
        } else if (!result.checks().isEmpty()) {
            parts.add(
                    result.checks().size() == 1
                            ? "its limit held"
                            : "all " + result.checks().size() + " limits held");
        }
        String text = String.join("; ", parts);
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String verdict(Verdict verdict) {
        return switch (verdict.status()) {
            case LOSSLESS ->
                verdict.method().equals("exact")
                        ? "nothing lost, repeated or out of order"
                        : "nothing found lost, repeated or out of order, by " + PlainText.line(verdict.method());
            case NOT_CHECKED -> "not checked for loss";
            case BEHIND -> "the end of the stream was not seen";
            case REORDERED -> counted(verdict.outOfOrder()) + " out of order";
            case DUPLICATED -> counted(verdict.duplicated()) + " repeated";
            case LOST -> counted(verdict.missing()) + " lost";
        };
    }

    private static String counted(@Nullable Long count) {
        return count == null ? "transactions" : count == 1 ? "1 transaction" : count + " transactions";
    }

    private static String lead(RunResult result) {
        Verdict verdict = result.verdict();
        String reason = PlainText.line(verdict.reason());
        return RunWords.verdict(verdict) + "."
                + (reason.isEmpty() ? "" : " By " + PlainText.line(verdict.method()) + ": " + reason + ".");
    }

    private static List<Figure> figures(RunResult result) {
        Summary summary = result.summary();
        CdcSummary cdc = summary.cdc();
        List<Figure> figures = new ArrayList<>();
        delays(result, figures);
        figures.add(new Figure(
                "BPS",
                RunWords.megabytes(cdc.bytesPerSecond()),
                "MB/s",
                RunWords.megabytes(cdc.bytes()) + " MB in all"));
        figures.add(new Figure("EPS", RunWords.one(cdc.eventsPerSecond()), "/s", cdc.events() + " events"));
        long heartbeats = cdc.heartbeats().transactions();
        figures.add(new Figure(
                "TPS",
                RunWords.one(cdc.transactionsPerSecond()),
                "/s",
                cdc.transactions() + " transactions"
                        + (heartbeats == 0 ? "" : ", " + heartbeats + " of them heartbeats")));
        WriteSummary write = summary.write();
        if (write != null) {
            figures.add(new Figure(
                    "write TPS",
                    RunWords.one(write.transactionsPerSecond()),
                    "/s",
                    write.transactions() + " transactions"));
            latency(write, figures);
        }
        figures.addAll(ConsumerAnswer.figures(result.consumers()));
        return figures;
    }

    private static void delays(RunResult result, List<Figure> figures) {
        DurationSummary delay = result.summary().cdc().delay();
        String source = delay.source() == null ? "not measured" : PlainText.line(delay.source());
        String resolution = DelaySource.EVENT_HEADER.name().equals(delay.source())
                ? ", ±1 s"
                : DelaySource.HEARTBEAT.name().equals(delay.source())
                        ? ""
                        : String.format(
                                Locale.ROOT, ", clock ±%.3f ms", result.clock().uncertaintyMicros() / 1_000.0);
        figures.add(new Figure("DT p50", millis(delay.carried().p50Millis()), "ms", source + resolution));
        figures.add(new Figure("DT p99", millis(delay.carried().p99Millis()), "ms", source + resolution));
        figures.add(new Figure("DT max", millis(delay.maxMillis()), "ms", "of " + delay.count() + " values"));
    }

    private static void latency(WriteSummary write, List<Figure> figures) {
        boolean leftOut = write.hasLeftOut();
        DurationSummary latency = leftOut ? write.latencyWithWaiting() : write.latency();
        String note =
                leftOut ? "with what was still waiting" : write.startDelay().count() > 0 ? "open loop" : "closed loop";
        figures.add(new Figure("write latency p50", millis(latency.carried().p50Millis()), "ms", note));
        figures.add(new Figure("write latency p99", millis(latency.carried().p99Millis()), "ms", note));
    }

    /** Of seconds nobody wants the microseconds, and they have no room. */
    static String millis(@Nullable Double millis) {
        return millis != null && millis >= LONG_MILLIS ? RunWords.one(millis) : RunWords.millis(millis);
    }

    private static List<CheckedLimit> limits(List<Check> checks) {
        return checks.stream()
                .sorted(Comparator.comparing(Check::held))
                .map(check -> new CheckedLimit(PlainText.line(check.expression()), actual(check), check.held()))
                .toList();
    }

    private static String actual(Check check) {
        String offender = check.offender();
        Double actual = check.actual();
        if (offender != null && !offender.isEmpty()) {
            return PlainText.line(offender);
        }
        return actual == null || !Double.isFinite(actual)
                ? "not known"
                : BigDecimal.valueOf(Rounded.value(actual, 6))
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
