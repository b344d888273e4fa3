// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.BacklogResult.Forecast;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A backlog: what piled up, how it was caught up with, and what that did to the writers. */
final class BacklogTables {

    private BacklogTables() {}

    static List<Block> of(BacklogResult backlog) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Prose(caughtUp(backlog)));
        Forecast forecast = backlog.forecast();
        if (forecast != null) {
            blocks.add(new Prose(forecast(forecast)));
        }
        blocks.add(TextCells.table(
                "The parts of the backlog",
                "Transactions, latency and DT are those of the whole seconds inside of a part.",
                List.of(
                        "part",
                        "from s",
                        "s",
                        "write TPS",
                        "latency p99 ms",
                        "DT p50 ms",
                        "DT p99 ms",
                        "log written MB/s"),
                backlog.stretches().stream()
                        .map(part -> Cells.row(
                                Cells.text(part.part()
                                        .name()
                                        .toLowerCase(Locale.ROOT)
                                        .replace('_', ' ')),
                                Cells.number(RunWords.one(part.fromSecond())),
                                Cells.number(RunWords.one(part.toSecond() - part.fromSecond())),
                                Cells.number(
                                        part.transactionsPerSecond() == null
                                                ? "-"
                                                : RunWords.one(part.transactionsPerSecond())),
                                Cells.millis(part.latency().carried().p99Millis()),
                                Cells.millis(part.delay().carried().p50Millis()),
                                Cells.millis(part.delay().carried().p99Millis()),
                                Cells.number(
                                        part.loggedBytesPerSecond() == null
                                                ? "-"
                                                : RunWords.megabytes(part.loggedBytesPerSecond()))))
                        .toList()));
        return blocks;
    }

    private static String caughtUp(BacklogResult backlog) {
        Double seconds = backlog.catchUpSeconds();
        return String.format(Locale.ROOT, "Nothing was read for %.1f s; ", backlog.pausedSeconds())
                + megabytes(backlog.piledUpBytes()) + " piled up. "
                + (seconds == null
                        ? "It was not caught up with: " + megabytes(backlog.leftBytes()) + " were left."
                        : String.format(Locale.ROOT, "It was caught up with in %.1f s", seconds) + ", at "
                                + RunWords.megabytes(backlog.readBytesPerSecond()) + " MB/s.");
    }

    private static String forecast(Forecast forecast) {
        Double seconds = forecast.catchUpSeconds();
        Double error = forecast.errorPercent();
        return String.format(Locale.ROOT, "The forecast, %.1f s after reading on: ", forecast.madeAfterSeconds())
                + (seconds == null ? "it would never catch up" : String.format(Locale.ROOT, "%.1f s", seconds))
                + ", by reading " + RunWords.megabytes(forecast.readBytesPerSecond()) + " MB/s while "
                + RunWords.megabytes(forecast.writtenBytesPerSecond()) + " MB/s are written"
                + (error == null ? "." : String.format(Locale.ROOT, "; that was %+.1f %% off.", error));
    }

    private static String megabytes(@Nullable Long bytes) {
        return bytes == null ? "an unknown number of bytes" : RunWords.megabytes(bytes) + " MB";
    }
}
