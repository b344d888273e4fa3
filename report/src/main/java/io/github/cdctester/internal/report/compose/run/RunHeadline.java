// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.UnfinishedRun.Load;
import io.github.cdctester.internal.report.UnfinishedRun.OneLoad;
import io.github.cdctester.internal.report.UnfinishedRun.Stream;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.run.table.RunTexts;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Composes the headline of a run: its verdict, if it has one, and the key figures. */
final class RunHeadline {

    private static final double LONG_MILLIS = 1_000;

    private static final int MAX_CONSUMERS = 2;

    private static final int MAX_LOADS = 3;
    private static final int MAX_NAME_CHARACTERS = 24;

    private RunHeadline() {}

    /** {@code currentActivity} is empty if it is unknown or the run has ended. */
    static Headline of(RunContent run, String currentActivity) {
        RunResult result = run.result();
        UnfinishedRun unfinished = run.unfinished();
        if (result == null) {
            boolean isRunning = unfinished != null && unfinished.goesOn();
            return new Headline(
                    isRunning ? Tone.NEUTRAL : Tone.UNSURE,
                    !isRunning
                            ? "Not finished: there is no result"
                            : currentActivity.isEmpty() ? "Still running" : "Going on: " + currentActivity,
                    summary(run, isRunning),
                    run.whole().seconds() == 0 ? List.of() : figures(run),
                    List.of(),
                    ResultWarnings.of(run));
        }
        return new Headline(
                tone(result, run.failure()),
                text(result, run.failure()),
                summary(result),
                figures(run),
                limits(result.checks()),
                ResultWarnings.of(run));
    }

    private static String summary(RunContent run, boolean isRunning) {
        String seconds = run.whole().seconds() == 0
                ? "Nothing has been measured yet."
                : "Numbers cover the " + RunTexts.oneDecimal(run.whole().seconds()) + " s measured so far.";
        return isRunning
                ? seconds + " Losses are known only at the end."
                : "It was killed, or failed before it had a result. " + seconds + " Losses are not known.";
    }

    /** If only consumers have bad verdicts, describes the worst of these. */
    private static String summary(RunResult result) {
        Verdict verdict = result.verdict();
        if (!verdict.status().isBad()) {
            verdict = result.consumers().stream()
                    .filter(RunHeadline::isFaulty)
                    .map(ConsumerResult::verdict)
                    .max(Verdict.BY_SEVERITY)
                    .orElse(verdict);
        }
        String method = verdict.method().equals("exact") ? " Exact: " : " By " + verdict.method() + ": ";
        return TestSuites.headline(verdict) + "." + (verdict.reason().isEmpty() ? "" : method + verdict.reason() + ".");
    }

    private static long brokenLimitCount(RunResult result) {
        return result.checks().stream().filter(check -> !check.held()).count();
    }

    private static Tone tone(RunResult result, @Nullable String failure) {
        Verdict verdict = result.verdict();
        List<ConsumerResult> consumers = result.consumers();
        if (failure != null
                || brokenLimitCount(result) > 0
                || verdict.status().isBad()
                || consumers.stream().anyMatch(consumer -> isFaulty(consumer) && !consumer.hasOnlyRepeated())) {
            return Tone.BAD;
        }
        boolean isUnsure = consumers.stream()
                .anyMatch(consumer ->
                        consumer.hasOnlyRepeated() || consumer.verdict().status() == Verdict.Status.NOT_CHECKED);
        if (result.interrupted() || isUnsure) {
            return Tone.UNSURE;
        }
        return verdict.status() != Verdict.Status.NOT_CHECKED
                ? Tone.GOOD
                : verdict.committed() == null ? Tone.NEUTRAL : Tone.UNSURE;
    }

    /** The failure or interruption comes first, then bad findings, then good ones. */
    private static String text(RunResult result, @Nullable String failure) {
        List<String> parts = new ArrayList<>();
        if (failure != null) {
            parts.add("failed");
        } else if (result.interrupted()) {
            parts.add("interrupted");
        }
        int limitCount = result.checks().size();
        long brokenCount = brokenLimitCount(result);
        boolean isBad = result.verdict().status().isBad();
        if (isBad) {
            parts.add(findingText(result.verdict()));
        }
        boolean hasFaultyConsumer = result.consumers().stream().anyMatch(RunHeadline::isFaulty);
        if (hasFaultyConsumer) {
            parts.add(findingText(result.consumers()));
        }
        if (brokenCount > 0) {
            parts.add(brokenCount + " of " + limitCount + " limits broken");
        }
        if (!isBad) {
            parts.add((hasFaultyConsumer ? "in the stream, " : "") + findingText(result.verdict()));
        }
        if (!hasFaultyConsumer && !result.consumers().isEmpty()) {
            parts.add(findingText(result.consumers()));
        }
        if (brokenCount == 0 && limitCount > 0) {
            parts.add(limitCount == 1 ? "its limit held" : "all " + limitCount + " limits held");
        }
        String text = String.join("; ", parts);
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String findingText(Verdict verdict) {
        return switch (verdict.status()) {
            case LOSSLESS ->
                verdict.method().equals("exact")
                        ? "nothing lost, repeated or out of order"
                        : "nothing found lost, repeated or out of order, by " + verdict.method();
            case NOT_CHECKED -> "not checked for loss";
            case BEHIND -> "the end of the stream was not seen";
            case REORDERED -> transactions(verdict.outOfOrder()) + " out of order";
            case DUPLICATED -> transactions(verdict.duplicated()) + " repeated";
            case LOST -> transactions(verdict.missing()) + " lost";
        };
    }

    private static String transactions(@Nullable Long count) {
        return count == null ? "transactions" : PlainText.withNoun(count, "transaction");
    }

    /** If the consumer has a snapshot, the count includes rows of the snapshot. */
    private static String rowsOrTransactions(ConsumerResult consumer, @Nullable Long count) {
        return consumer.snapshot() == null || count == null
                ? transactions(count)
                : PlainText.withThousandsSeparators(count)
                        + (count == 1
                                ? " row of its snapshot or transaction"
                                : " rows of its snapshot or transactions");
    }

    private static boolean isFaulty(ConsumerResult consumer) {
        return consumer.verdict().status().isBad();
    }

    private static String findingText(List<ConsumerResult> consumers) {
        List<ConsumerResult> faultyConsumers =
                consumers.stream().filter(RunHeadline::isFaulty).toList();
        if (faultyConsumers.size() > 1) {
            return faultyConsumers.size() + " of " + consumers.size() + " consumers not lossless: "
                    + faultyConsumers.stream()
                            .sorted(Comparator.comparing(ConsumerResult::verdict, Verdict.BY_SEVERITY.reversed()))
                            .limit(MAX_CONSUMERS)
                            .map(RunHeadline::findingText)
                            .collect(Collectors.joining(", "));
        }
        if (faultyConsumers.size() == 1) {
            return findingText(faultyConsumers.get(0));
        }
        long losslessCount = consumers.stream()
                .filter(consumer -> consumer.verdict().status() == Verdict.Status.LOSSLESS)
                .count();
        return consumers.size() == 1
                ? findingText(consumers.get(0))
                : (losslessCount == consumers.size() ? "all " : losslessCount + " of ") + consumers.size()
                        + " consumers lossless";
    }

    private static String findingText(ConsumerResult consumer) {
        String name = consumer.name().equals("consumer") ? "the consumer" : "consumer " + name(consumer);
        Verdict verdict = consumer.verdict();
        return name
                + switch (verdict.status()) {
                    case LOSSLESS -> " lossless";
                    case NOT_CHECKED -> " not checked";
                    case BEHIND -> " had not shown " + transactions(consumer.notSeen()) + " at the end";
                    case REORDERED ->
                        " had " + rowsOrTransactions(consumer, verdict.outOfOrder()) + " out of order"
                                + otherFaults(verdict);
                    case DUPLICATED ->
                        " repeated " + rowsOrTransactions(consumer, verdict.duplicated()) + otherFaults(verdict);
                    case LOST -> " lost " + rowsOrTransactions(consumer, verdict.missing()) + otherFaults(verdict);
                };
    }

    /** Returns the verdict's headline from its first comma on, which lists further faults. */
    private static String otherFaults(Verdict verdict) {
        int comma = verdict.headline().indexOf(',');
        return comma < 0
                ? ""
                : PlainText.withThousandsSeparators(verdict.headline().substring(comma));
    }

    private static String name(ConsumerResult consumer) {
        String name = consumer.name();
        return name.length() <= MAX_NAME_CHARACTERS ? name : name.substring(0, MAX_NAME_CHARACTERS - 1) + "…";
    }

    private static List<Figure> figures(RunContent run) {
        List<Figure> figures = new ArrayList<>();
        if (run.whole().cdc() != null) {
            addStreamFigures(run.whole().cdc(), run.result(), figures);
        }
        addWrites(run, figures);
        if (run.result() != null) {
            run.result().consumers().stream()
                    .limit(MAX_CONSUMERS)
                    .forEach(consumer -> figures.add(millis(
                            "DT p99 at " + name(consumer),
                            consumer.delay().withoutUnreliablePercentiles().p99Millis(),
                            consumer.delay().source() == null
                                    ? "not measured"
                                    : consumer.delay().source())));
        }
        return figures;
    }

    private static void addStreamFigures(Stream cdc, @Nullable RunResult result, List<Figure> figures) {
        DurationSummary delay = cdc.delay();
        String source = delay.source() == null ? "not measured" : delay.source() + resolution(delay, result);
        figures.add(millis("DT p50", delay.withoutUnreliablePercentiles().p50Millis(), source));
        figures.add(millis("DT p99", delay.withoutUnreliablePercentiles().p99Millis(), source));
        figures.add(millis("DT max", delay.maxMillis(), "of " + delay.count() + " values"));
        figures.add(new Figure(
                "BPS",
                RunTexts.megabytes(cdc.bytesPerSecond()),
                "MB/s",
                RunTexts.megabytes(cdc.bytes()) + " MB in all"));
        figures.add(rate("EPS", cdc.eventsPerSecond(), PlainText.withNoun(cdc.events(), "event")));
        figures.add(rate(
                "TPS",
                cdc.transactionsPerSecond(),
                PlainText.withNoun(cdc.transactions(), "transaction")
                        + (result != null && result.summary().stream().foreign() > 0 ? " of all clients" : "")
                        + (cdc.heartbeats() == 0 ? "" : ", " + cdc.heartbeatRemark())));
    }

    private static void addWrites(RunContent run, List<Figure> figures) {
        Load write = run.whole().write();
        if (write != null) {
            List<OneLoad> loads = run.whole().workloads();
            if (loads.size() > 1) { // totals over several loads would describe none of them
                loads.stream().limit(MAX_LOADS).forEach(load -> {
                    String note = PlainText.withNoun(load.write().transactions(), "transaction");
                    figures.add(rate("TPS of " + load.name(), load.write().transactionsPerSecond(), note));
                    figures.add(latency(load.name(), load.write()));
                });
            } else {
                String written = PlainText.withNoun(write.transactions(), "transaction");
                figures.add(rate("write TPS", write.transactionsPerSecond(), written));
                figures.add(rate(
                        "write QPS",
                        write.queriesPerSecond(),
                        PlainText.withThousandsSeparators(write.queries()) + " queries"));
                addLatencies(write, run.result(), figures);
            }
            if (write.errors() > 0) {
                figures.add(new Figure("write errors", PlainText.withThousandsSeparators(write.errors()), "", null));
            }
        }
    }

    private static String resolution(DurationSummary delay, @Nullable RunResult result) {
        if (DelaySource.EVENT_HEADER.name().equals(delay.source())) {
            return ", 0 to 1 s too long";
        }
        return DelaySource.HEARTBEAT.name().equals(delay.source())
                        || result == null
                        || result.clock().uncertaintyMicros() < 0
                ? ""
                : String.format(Locale.ROOT, " ±%.3f ms", result.clock().uncertaintyMicros() / 1_000.0);
    }

    private static void addLatencies(Load load, @Nullable RunResult result, List<Figure> figures) {
        WriteSummary write = result == null ? null : result.summary().write();
        boolean omitsStarts = write != null && write.omitsStarts();
        DurationSummary latency = write != null && omitsStarts ? write.latencyWithWaiting() : load.latency();
        String note = omitsStarts
                ? "with what was still waiting"
                : load.startDelay().count() > 0 ? "open loop" : "closed loop";
        figures.add(millis(
                "write latency p50", latency.withoutUnreliablePercentiles().p50Millis(), note));
        figures.add(millis(
                "write latency p99", latency.withoutUnreliablePercentiles().p99Millis(), note));
    }

    /** Shows the maximum if there are too few transactions for p99. */
    private static Figure latency(String name, Load load) {
        Double p99 = load.latency().withoutUnreliablePercentiles().p99Millis();
        return millis(
                (p99 == null ? "max of " : "p99 of ") + name,
                p99 == null ? load.latency().maxMillis() : p99,
                "latency, " + (load.startDelay().count() > 0 ? "open loop" : "closed loop"));
    }

    /** Long durations have fewer digits, to save space. */
    private static Figure millis(String name, @Nullable Double millis, String note) {
        return new Figure(
                name,
                millis != null && millis >= LONG_MILLIS ? ShortNumber.of(millis) : RunTexts.millis(millis),
                "ms",
                note);
    }

    private static Figure rate(String name, double perSecond, String note) {
        return new Figure(name, ShortNumber.of(perSecond), "/s", note);
    }

    private static List<CheckedLimit> limits(List<Check> checks) {
        return checks.stream()
                .sorted(Comparator.comparing(Check::held))
                .map(check -> new CheckedLimit(check.expression(), TestSuites.findingText(check), check.held()))
                .toList();
    }
}
