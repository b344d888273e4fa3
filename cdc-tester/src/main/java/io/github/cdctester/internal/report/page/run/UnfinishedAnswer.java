// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.UnfinishedRun.Load;
import io.github.cdctester.internal.report.UnfinishedRun.Stream;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Note;
import java.util.ArrayList;
import java.util.List;

/** The first screen of a page without a result: that there is none, and the numbers up to now. */
final class UnfinishedAnswer {

    private UnfinishedAnswer() {}

    static Headline of(UnfinishedRun run, String now) {
        return new Headline(
                run.goesOn() ? Tone.NEUTRAL : Tone.UNSURE,
                headline(run, now),
                lead(run),
                run.whole().seconds() == 0 ? List.of() : figures(run),
                List.of(),
                doubts(run));
    }

    private static String headline(UnfinishedRun run, String now) {
        if (!run.goesOn()) {
            return "Not finished: there is no result";
        }
        return now.isEmpty() ? "Still going on" : "Going on: " + PlainText.line(now);
    }

    private static String lead(UnfinishedRun run) {
        String seconds = run.whole().seconds() == 0
                ? "Nothing has been measured yet."
                : "Numbers are those of the " + RunWords.one(run.whole().seconds())
                        + " s that were measured up to now.";
        return run.goesOn()
                ? seconds + " Whether something is lost is only known at the end."
                : "It was killed, or failed before it had a result; this is what it had measured, up to second "
                        + run.lastSecond() + ". Whether something was lost is not known.";
    }

    private static List<Figure> figures(UnfinishedRun run) {
        Stream cdc = run.whole().cdc();
        Load write = run.whole().write();
        List<Figure> figures = new ArrayList<>();
        String source = cdc.delay().source() == null
                ? "not measured"
                : PlainText.line(cdc.delay().source());
        figures.add(new Figure("DT p50", RunAnswer.millis(cdc.delay().carried().p50Millis()), "ms", source));
        figures.add(new Figure("DT p99", RunAnswer.millis(cdc.delay().carried().p99Millis()), "ms", source));
        figures.add(new Figure(
                "DT max",
                RunAnswer.millis(cdc.delay().maxMillis()),
                "ms",
                "of " + cdc.delay().count() + " values"));
        figures.add(new Figure(
                "BPS",
                RunWords.megabytes(cdc.bytesPerSecond()),
                "MB/s",
                RunWords.megabytes(cdc.bytes()) + " MB in all"));
        figures.add(new Figure("EPS", RunWords.one(cdc.eventsPerSecond()), "/s", cdc.events() + " events"));
        figures.add(new Figure(
                "TPS",
                RunWords.one(cdc.transactionsPerSecond()),
                "/s",
                cdc.transactions() + " transactions"
                        + (cdc.heartbeats() == 0 ? "" : ", " + cdc.heartbeats() + " of them heartbeats")));
        if (write != null) {
            figures.add(new Figure(
                    "write TPS",
                    RunWords.one(write.transactionsPerSecond()),
                    "/s",
                    write.transactions() + " transactions"));
            String loop = write.startDelay().count() > 0 ? "open loop" : "closed loop";
            figures.add(new Figure(
                    "write latency p50",
                    RunAnswer.millis(write.latency().carried().p50Millis()),
                    "ms",
                    loop));
            figures.add(new Figure(
                    "write latency p99",
                    RunAnswer.millis(write.latency().carried().p99Millis()),
                    "ms",
                    loop));
        }
        return figures;
    }

    private static List<Warning> doubts(UnfinishedRun run) {
        List<Warning> doubts = new ArrayList<>();
        if (!run.goesOn()) {
            doubts.add(new Warning(
                    "There is no result",
                    "What comes at an end is missing: the verdict, limits, the rest of the stream, and totals right to"
                        + " the last transaction. Numbers are made of whole seconds, and percentiles are right within"
                        + " 2 %.",
                    "Run it again for a result."));
        }
        Note.worstFirst(run.notes()).forEach(note -> doubts.add(Doubts.doubt(note)));
        return doubts;
    }
}
