// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ServerSummary;
import io.github.cdctester.result.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What was run, against what, with what: the words of the table's head and foot. */
final class AboutTable {

    private AboutTable() {}

    static Section section(RunResult result) {
        List<Row> rows = new ArrayList<>();
        plan(result, rows);
        server(result.server(), rows);
        CdcSummary cdc = result.summary().cdc();
        if (cdc.from() != null && cdc.to() != null) {
            rows.add(Cells.entry("log", RunWords.place(cdc.from()) + " to " + RunWords.place(cdc.to())));
        }
        rows.add(Cells.entry("clock", RunWords.clock(result.clock())));
        rows.add(Cells.entry("tester", RunWords.tester(result.summary())));
        rows.add(Cells.entry(
                "measured by",
                "cdc-tester " + result.tool().version() + ", " + result.tool().java() + ", "
                        + result.tool().os()));
        if (!result.tool().jdbcDriver().isEmpty()) {
            rows.add(Cells.entry("driver", result.tool().jdbcDriver()));
        }
        verdict(result.verdict(), rows);
        return new Section(
                "about", "What was run", null, List.of(TextCells.table(null, null, List.of("what", "is"), rows)));
    }

    private static void plan(RunResult result, List<Row> rows) {
        for (NamedLoad load : result.plan().loads()) {
            rows.add(Cells.entry(load.background() ? "load in the background" : "load", RunWords.traffic(load)));
        }
        if (result.plan().loads().isEmpty()) {
            rows.add(Cells.entry("load", "somebody else's traffic"));
        }
        result.plan()
                .firstLoad()
                .ifPresent(
                        load -> load.workload().remarks().forEach((name, words) -> rows.add(Cells.entry(name, words))));
        Duration warmUp = result.plan().window().warmUp();
        rows.add(Cells.entry(
                "window",
                RunWords.one(result.summary().seconds()) + " s measured, "
                        + (warmUp.isZero()
                                ? "no warm-up"
                                : "after " + RunWords.one(warmUp.toNanos() / 1e9) + " s of warm-up")));
        rows.add(Cells.entry("server", RunWords.server(result)));
    }

    private static void server(ServerSummary server, List<Row> rows) {
        entry("host name", server.hostname(), rows);
        entry("server id", server.serverId(), rows);
        entry("GTID mode", server.gtidMode(), rows);
        entry("compression of the log", server.compression(), rows);
        entry("net_buffer_length", server.netBufferLength(), rows);
        entry("TLS", server.tls() ? server.tlsVersion() + " " + server.tlsCipher() : "", rows);
        entry("login", server.loginPlugin(), rows);
    }

    private static void entry(String name, String words, List<Row> rows) {
        if (!words.isBlank()) {
            rows.add(Cells.entry(name, words));
        }
    }

    private static void verdict(Verdict verdict, List<Row> rows) {
        rows.add(Cells.entry("verdict", RunWords.verdict(verdict)));
        rows.add(Cells.entry("by " + verdict.method(), verdict.reason()));
        verdict.streams()
                .forEach(stream ->
                        rows.add(Cells.entry("verdict on " + stream.name(), RunWords.verdict(stream.verdict()))));
        Verdict.ReplaySummary replay = verdict.replay();
        if (replay != null) {
            rows.add(Cells.entry(
                    "replay",
                    replay.transactions() + " transactions, " + replay.changes() + " changes of " + replay.rows()
                            + " rows, "
                            + replay.violations() + " violations"
                            + (replay.firstOffender() == null ? "" : ", first " + replay.firstOffender())));
        }
    }
}
