// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.run.table.RunTexts;
import io.github.cdctester.internal.report.compose.run.table.StreamTables;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.LargeTransactions;
import io.github.cdctester.result.summary.ServerSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Describes a run: its load, server, client and verdict. */
final class AboutFacts {

    private AboutFacts() {}

    static Section section(RunContent run) {
        List<Block> blocks = new ArrayList<>();
        Facts.Builder facts = new Facts.Builder();
        addLoads(run, facts);
        RunResult result = run.result();
        if (result == null) {
            facts.add("server", run.plan().cdcEndpoint().address());
            addUnfinished(Objects.requireNonNull(run.unfinished()), facts);
        } else {
            addRun(run, result, facts);
        }
        blocks.add(facts.build(Detail.SUMMARY));
        Facts.Builder details = new Facts.Builder();
        if (result != null) {
            addServer(result.server(), details);
        }
        ToolInfo tool = run.tool();
        details.add("measured by", "cdc-tester " + tool.version() + ", " + tool.java() + ", " + tool.os());
        details.add("driver", tool.jdbcDriver());
        blocks.add(details.build(Detail.PAGE));
        if (result != null) {
            Facts.Builder verdict = new Facts.Builder();
            addVerdict(result.verdict(), verdict);
            blocks.add(verdict.build(Detail.SUMMARY));
        }
        return new Section("about", "About this run", null, blocks);
    }

    private static void addUnfinished(UnfinishedRun run, Facts.Builder facts) {
        facts.add(
                "measured",
                (run.lastSecond() == 0
                                ? "not one second"
                                : "up to second " + run.lastSecond() + ", written at " + run.writtenAt())
                        + "; begun at " + run.createdAt());
        Long behindBytes = run.whole().cdc() == null ? null : run.whole().cdc().behindBytes();
        facts.add(
                "behind",
                behindBytes == null || behindBytes == 0
                        ? null
                        : RunTexts.megabytes(behindBytes) + " MB of the log were unread in the last second");
        facts.add(
                "verdict",
                !run.plan().subscriber().stream()
                        ? "none: no stream is followed"
                        : "none: losses and repetitions are known only at the end of a run");
    }

    private static void addLoads(RunContent run, Facts.Builder facts) {
        for (NamedLoad load : run.loads()) {
            facts.add(load.background() ? "background" : "load", RunTexts.loadText(load));
        }
        if (run.plan().loads().isEmpty()) {
            facts.add("load", "traffic of other clients");
        } else if (run.loads().isEmpty()) {
            facts.add("load", "none in this phase");
        }
    }

    private static void addRun(RunContent run, RunResult result, Facts.Builder facts) {
        CdcSummary cdc = result.summary().cdc();
        run.loads().stream()
                .map(NamedLoad::workload)
                .filter(spec -> spec.transactionBytes() > 0)
                .forEach(spec -> facts.add(
                        "trx size",
                        RunTexts.megabytes(spec.transactionBytes()) + " MB requested, " + meanSizeInLog(cdc)));
        run.loads().stream()
                .findFirst()
                .ifPresent(load -> load.workload().remarks().forEach(facts::add));
        double warmUpSeconds = warmUpSeconds(result);
        facts.add(
                "window",
                RunTexts.oneDecimal(result.summary().seconds()) + " s measured, "
                        + (warmUpSeconds == 0
                                ? "no warm-up"
                                : "after " + RunTexts.oneDecimal(warmUpSeconds) + " s of warm-up"));
        if (cdc == null) {
            facts.add("stream", "off: the write side only");
        } else {
            addStream(result, cdc, facts);
        }
        facts.add("client", RunTexts.clientsText(result.tool()));
        facts.add("tester", RunTexts.testerText(result.summary()));
    }

    /** A stop or a limit can end the warm-up early. */
    private static double warmUpSeconds(RunResult result) {
        double plannedSeconds = result.plan().window().warmUp().toNanos() / 1e9;
        boolean isComplete = !result.samples().isEmpty()
                && result.notes().stream().noneMatch(note -> note.code() == Note.Code.SAMPLES_DROPPED);
        return isComplete
                ? Math.min(
                        plannedSeconds,
                        result.samples().stream()
                                .takeWhile(row -> row.phase() == SampleRow.RunPart.WARM_UP)
                                .mapToDouble(SampleRow::seconds)
                                .sum())
                : plannedSeconds;
    }

    private static void addStream(RunResult result, CdcSummary cdc, Facts.Builder facts) {
        ServerSummary server = result.server();
        int streams = result.plan().streams().size();
        facts.add(
                "format",
                (streams == 1 ? "" : streams + " streams; of the first: ") + known("", server.binlogFormat())
                        + known("row image ", server.rowImage()) + known("checksum ", server.checksum()) + "TLS "
                        + (server.tls() ? "on" : "off"));
        if (cdc.from() != null && cdc.to() != null) {
            facts.add("log", RunTexts.positionText(cdc.from()) + " to " + RunTexts.positionText(cdc.to()));
        }
        facts.add("payloads", StreamTables.payloads(cdc));
        facts.add("drain", RunTexts.drainText(cdc.drain()));
        facts.add("clock", RunTexts.clockText(result.clock()));
    }

    private static String known(String label, String value) {
        return value.isEmpty() ? "" : label + value + ", ";
    }

    private static String meanSizeInLog(@Nullable CdcSummary cdc) {
        if (cdc == null) {
            return "in the log not known";
        }
        LargeTransactions largeTransactions = cdc.largeTransactions();
        long transactions = largeTransactions == null
                ? cdc.transactions() - cdc.heartbeats().transactions()
                : largeTransactions.transactions();
        long bytes = largeTransactions == null ? cdc.bytes() - cdc.heartbeats().bytes() : largeTransactions.bytes();
        return transactions == 0
                ? "none seen"
                : RunTexts.megabytes((double) bytes / transactions) + " MB reached on average";
    }

    private static void addServer(ServerSummary server, Facts.Builder facts) {
        facts.add("host name", server.hostname());
        facts.add("server id", server.serverId());
        facts.add("GTID mode", server.gtidMode());
        facts.add("compression of the log", server.compression());
        facts.add("net_buffer_length", server.netBufferLength());
        facts.add("TLS", server.tls() ? server.tlsVersion() + " " + server.tlsCipher() : "");
        facts.add("login", server.loginPlugin());
    }

    private static void addVerdict(Verdict verdict, Facts.Builder facts) {
        facts.add("verdict", TestSuites.headline(verdict));
        verdict.streams()
                .forEach(stream -> facts.add("", stream.name() + ": " + TestSuites.headline(stream.verdict())));
        facts.add("", verdict.reason().isEmpty() ? "" : verdict.method() + ": " + verdict.reason());
        Verdict.ReplaySummary replay = verdict.replay();
        if (replay != null) {
            facts.add(
                    "replay",
                    PlainText.withNoun(replay.transactions(), "transaction") + ", "
                            + PlainText.withNoun(replay.changes(), "change") + " of "
                            + PlainText.withNoun(replay.rows(), "row") + ", "
                            + PlainText.withNoun(replay.violations(), "violation")
                            + (replay.firstOffender() == null ? "" : ", first " + replay.firstOffender()));
        }
    }
}
