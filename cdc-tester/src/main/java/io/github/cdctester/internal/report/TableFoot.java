// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ClockSummary;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.TesterSummary;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Locale;

/** Where the stream was read, what it cost, and what to think of it. */
final class TableFoot {

    private static final double MB = 1e6;

    private final TableText text;

    TableFoot(TableText text) {
        this.text = text;
    }

    void foot(RunResult result) {
        CdcSummary cdc = result.summary().cdc();
        payloads(cdc.payloads());
        if (cdc.from() != null && cdc.to() != null) {
            text.entry("log", place(cdc.from()) + " to " + place(cdc.to()));
        }
        text.entry("clock", clock(result.clock()));
        text.entry("tester", tester(result.summary()));
        result.faults().forEach(fault -> text.entry("fault", fault.line()));
        checks(result.checks());
        verdict(result.verdict());
        for (ConsumerResult consumer : result.consumers()) {
            text.entry("consumer", consumer.name() + ":");
            ConsumerRows.remarks(consumer).forEach(line -> text.entry("", line));
        }
        result.notes().forEach(note -> text.entry("note", note.text()));
    }

    /** How far a server's clock is off, and how well that is known. */
    static String clock(ClockSummary clock) {
        return String.format(
                Locale.ROOT,
                "server %+.3f ms, known within ±%.3f ms",
                clock.offsetMicros() / 1_000.0,
                clock.uncertaintyMicros() / 1_000.0);
    }

    /** What the tester has used. */
    static String tester(Summary summary) {
        TesterSummary tester = summary.tester();
        return String.format(
                Locale.ROOT,
                "%.2f s CPU%s, %d ms GC, %.0f MB heap at most%s",
                tester.cpuSeconds(),
                tester.cpuSecondsPerGigabyte() == null || summary.write() != null
                        ? ""
                        : String.format(Locale.ROOT, " (%.2f s a GB)", tester.cpuSecondsPerGigabyte()),
                tester.gcPauseMillis(),
                tester.maxHeapBytes() / MB,
                tester.nodes().isEmpty() ? "" : "; of the coordinator");
    }

    private void payloads(CdcSummary.Payloads payloads) {
        if (payloads.transactions() == 0) {
            return;
        }
        long events = payloads.innerEventsByKind().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        text.entry(
                "payloads",
                String.format(
                        Locale.ROOT,
                        "%d compressed transaction%s, in BPS and EPS as on the wire: %.2f MB that hold %.2f MB%s",
                        payloads.transactions(),
                        payloads.transactions() == 1 ? "" : "s",
                        payloads.wireBytes() / MB,
                        payloads.inflatedBytes() / MB,
                        events == 0 ? "" : " and " + events + " events"));
    }

    private void checks(List<Check> checks) {
        if (!checks.isEmpty()) {
            long held = checks.stream().filter(Check::held).count();
            text.entry("checks", held + " of " + checks.size() + " held");
        }
        for (Check check : checks) {
            if (!check.held()) {
                text.entry("failed", check.expression() + (check.offender() == null ? "" : ": " + check.offender()));
            }
        }
    }

    private void verdict(Verdict verdict) {
        text.entry("verdict", TestSuites.headline(verdict));
        for (Verdict.OfStream stream : verdict.streams()) {
            text.entry("", stream.name() + ": " + TestSuites.headline(stream.verdict()));
        }
        text.entry("", verdict.method() + ": " + verdict.reason());
    }

    static String place(CdcSummary.Position position) {
        return position.file() + ":" + position.position();
    }
}
