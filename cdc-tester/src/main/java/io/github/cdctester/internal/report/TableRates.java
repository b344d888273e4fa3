// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.WriteSummary;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How much there was, and how fast. */
final class TableRates {

    private static final double MB = 1e6;

    private final TableText text;

    TableRates(TableText text) {
        this.text = text;
    }

    void rates(Summary summary) {
        CdcSummary cdc = summary.cdc();
        text.line("");
        text.line("%-10s %16s %16s", "", "per second", "total");
        text.line(
                "%-10s %11.2f MB/s %13.2f MB   %s",
                "BPS",
                cdc.bytesPerSecond() / MB,
                cdc.bytes() / MB,
                per(cdc.bytes(), cdc.transactions(), "%.1f bytes a transaction"));
        passing(cdc.largeTransactions());
        text.line(
                "%-10s %16.1f %16d   %s",
                "EPS",
                cdc.eventsPerSecond(),
                cdc.events(),
                per(cdc.events(), cdc.transactions(), "%.2f events a transaction"));
        long heartbeats = cdc.heartbeats().transactions();
        text.line(
                "%-10s %16.1f %16d   %s",
                "TPS",
                cdc.transactionsPerSecond(),
                cdc.transactions(),
                heartbeats == 0 ? "" : heartbeats + " of them heartbeats");
        if (cdc.rowsPerSecond() != null) {
            text.line("%-10s %16.1f %16d", "rows", cdc.rowsPerSecond(), cdc.rows());
        }
        Optional.ofNullable(ConsumerWords.drain(cdc.drain())).ifPresent(came -> text.entry("drain", came));
        WriteSummary write = summary.write();
        if (write != null) {
            text.line(
                    "%-10s %16.1f %16d   %s",
                    "write TPS", write.transactionsPerSecond(), write.transactions(), errors(write));
            ends(write);
            text.line(
                    "%-10s %16.1f %16d",
                    "write QPS", write.queriesPerSecond(), write.reads() + write.writes() + write.other());
        }
    }

    /** The rate above has the time in it in which large transactions are written; this one has not. */
    private void passing(CdcSummary.@Nullable LargeTransactions large) {
        if (large == null) {
            return;
        }
        Double rate = large.passingBytesPerSecond();
        if (rate != null) {
            text.line("%-10s %11.2f MB/s %13.2f MB   while large ones pass", "passing", rate / MB, large.bytes() / MB);
        }
    }

    /** Where not every transaction is a commit that the log has. */
    private void ends(WriteSummary write) {
        if (write.logged() != write.transactions()) {
            text.entry(
                    "",
                    write.logged() + " of them wrote"
                            + (write.rolledBack() == 0 ? "" : ", " + write.rolledBack() + " rolled back on purpose"));
        }
        if (write.newOrdersPerMinute() != null) {
            text.line(
                    "%-10s %16.1f   a minute, not audited, not tpmC%s",
                    "new orders",
                    write.newOrdersPerMinute(),
                    write.newOrderEfficiencyPercent() == null
                            ? ""
                            : String.format(Locale.ROOT, "; %.1f %% of 12.86", write.newOrderEfficiencyPercent()));
        }
    }

    private static String per(long count, long transactions, String format) {
        return transactions == 0 ? "" : String.format(Locale.ROOT, format, (double) count / transactions);
    }

    private static String errors(WriteSummary write) {
        Stream<String> refused =
                write.errorsPerCode().entrySet().stream().map(error -> error.getValue() + " errors " + error.getKey());
        Stream<String> broken = write.reconnects() == 0 ? Stream.of() : Stream.of(write.reconnects() + " reconnects");
        Stream<String> planned = write.plannedReconnects() == 0
                ? Stream.of()
                : Stream.of(write.plannedReconnects() + " planned reconnects");
        Stream<String> unknown =
                write.unknownOutcome() == 0 ? Stream.of() : Stream.of(write.unknownOutcome() + " with unknown outcome");
        return Stream.of(refused, broken, planned, unknown)
                .flatMap(part -> part)
                .collect(Collectors.joining(", "));
    }
}
