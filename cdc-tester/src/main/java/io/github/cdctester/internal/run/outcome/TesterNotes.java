// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult.ServerSummary;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.TesterSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says whether the tester was the limit, whether it saw enough, and in what the server may be unlike a production's. */
final class TesterNotes {

    /** So many seconds of a busy reader are not one pause that it makes up for. */
    private static final int FEW_BUSY_SECONDS = 3;

    /** From that share of all processors on, threads wait for one another. */
    private static final double BUSY_MACHINE = 0.7;

    /** Collections of that share of the time are in the 99th percentile; of a tenth of it in the 99.9th. */
    private static final double GC_IN_P99 = 0.01;

    private static final long FEW_FOR_P99 = 100;
    private static final long FEW_FOR_P999 = 1_000;
    private static final double SHORT_SECONDS = 10;

    private final Summary summary;
    private final double seconds;
    private final List<String> notes = new ArrayList<>();

    private TesterNotes(Summary summary) {
        this.summary = summary;
        seconds = Math.max(summary.seconds(), summary.cdc().seconds());
    }

    /**
     * Of a run.
     *
     * @param busySeconds after the warm-up in which a reader was at its limit
     */
    static List<String> of(
            Plan plan, Summary summary, ServerSummary server, int processors, long busySeconds, boolean phased) {
        TesterNotes of = new TesterNotes(summary);
        of.cpu(processors, busySeconds);
        of.gc();
        of.samples();
        of.load(plan, phased);
        of.server(plan, server);
        return of.notes;
    }

    private void cpu(int processors, long busySeconds) {
        double share = seconds > 0 ? summary.tester().cpuSeconds() / seconds / processors : 0;
        if (share >= BUSY_MACHINE) {
            add(
                    "the tester was near the limit of its processors: it used %.0f %% of the %d of its machine, so that delays and"
                            + " latencies may be its own",
                    100 * Math.min(1, share), processors);
        }
        double reader = ReaderShare.of(summary);
        if (reader >= ReaderShare.BUSY) {
            add(
                    "the tester's reader may be the limit: the thread that reads the stream was on a processor for %.0f %% of the"
                            + " time, and the server may be able to send more",
                    100 * reader);
        } else if (busySeconds >= FEW_BUSY_SECONDS) {
            add(
                    "the tester's reader may be the limit in some seconds: a thread that reads a stream was on a processor for"
                            + " %.0f %% of the time or more in %d s, and the server may have been able to send more",
                    100 * ReaderShare.BUSY, busySeconds);
        }
    }

    private void gc() {
        TesterSummary tester = summary.tester();
        double share = seconds <= 0 ? 0 : tester.gcPauseMillis() / 1_000.0 / seconds;
        if (share >= GC_IN_P99 / 10) {
            add(
                    "pauses of the tester are in %s: garbage collections took %d ms, %.2f %% of the time",
                    share >= GC_IN_P99 ? "p99 and in what is above it" : "p99.9 and in the maximum",
                    tester.gcPauseMillis(),
                    100 * share);
        }
    }

    private void samples() {
        DurationSummary delay = summary.cdc().delay();
        if (delay.count() == 0) {
            add("DT was not measured: nothing arrived whose commit time is known");
        } else if (delay.count() < FEW_FOR_P999) {
            add(
                    delay.count() < FEW_FOR_P99
                            ? "DT is made of few values: of %d, p99 and p99.9 are the maximum, or next to it"
                            : "DT is made of few values: of %d, p99.9 is the maximum, or next to it",
                    delay.count());
        }
        if (summary.seconds() < SHORT_SECONDS) {
            add(
                    "the measured part is short: in %.1f s, one pause of the server or of the tester is a large part of it",
                    summary.seconds());
        }
    }

    private void load(Plan plan, boolean phased) {
        if (plan.loads().isEmpty()) {
            return;
        }
        if (plan.window().warmUp().isZero() && !phased) {
            add(
                    "there was no warm-up: cold caches, connections that are made and Java's own start are in the first seconds, and"
                            + " in the totals");
        }
        if (plan.loads().stream().noneMatch(load -> load.load() instanceof LoadSpec.OpenLoop)) {
            add(
                    "latency is that of a closed loop: a worker that waits starts nothing meanwhile, so that a stall counts once a"
                            + " worker and not once a user");
        }
    }

    private void server(Plan plan, ServerSummary server) {
        boolean here = plan.streams().stream().map(StreamSpec::endpoint).anyMatch(TesterNotes::isHere);
        if (here) {
            add(
                    "tester and server share a machine: the stream came over loopback, so that there is no network in DT, and both"
                            + " take processors from each other");
        } else if (!server.tls()) {
            add(
                    "the stream was not encrypted: with TLS the server and the reader need more time a byte, and DT is longer");
        }
        if (!server.binlogFormat().isEmpty() && !server.binlogFormat().equalsIgnoreCase("ROW")) {
            add(
                    "binlog_format is %s: statements are logged in place of rows, or beside them, so that bytes and events are"
                            + " others",
                    server.binlogFormat());
        }
        if (server.checksum().equalsIgnoreCase("NONE")) {
            add("binlog_checksum is NONE: four bytes an event and the time to make them are saved");
        }
    }

    private static boolean isHere(Endpoint endpoint) {
        String host = endpoint.host();
        return host.equalsIgnoreCase("localhost") || host.startsWith("127.") || host.equals("::1");
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be one more dependency
    private void add(String sentence, Object... values) {
        notes.add(String.format(Locale.ROOT, sentence, values));
    }
}
