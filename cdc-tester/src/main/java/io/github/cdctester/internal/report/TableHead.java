// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import java.util.Locale;

/** What was run, and against what. */
final class TableHead {

    private static final double MB = 1e6;

    private final TableText text;

    TableHead(TableText text) {
        this.text = text;
    }

    void head(RunResult result) {
        Plan plan = result.plan();
        text.line("%s", title(result));
        plan.loads().stream()
                .skip(1)
                .forEach(load ->
                        text.entry(load.background() ? "background" : "beside it", traffic(load.name(), load.load())));
        plan.loads().stream()
                .map(NamedLoad::workload)
                .filter(spec -> spec.transactionBytes() > 0)
                .forEach(spec -> size(spec, result.summary()));
        plan.firstLoad().ifPresent(load -> load.workload().remarks().forEach(text::entry));
        text.entry("server", server(result));
    }

    /** What was written, and for how long it was measured. */
    static String title(RunResult result) {
        String traffic = result.plan()
                .firstLoad()
                .map(load -> traffic(load.name(), load.load()))
                .orElse("somebody else's traffic");
        return String.format(
                Locale.ROOT,
                "%s, %.1f s measured%s",
                traffic,
                result.summary().seconds(),
                result.interrupted() ? " (interrupted)" : "");
    }

    /** What the stream came from, with what its size depends on. */
    static String server(RunResult result) {
        int streams = result.plan().streams().size();
        return (streams == 1 ? "" : streams + " streams; the first from ") + flavor(result) + " "
                + result.server().version() + " at "
                + result.plan().cdcEndpoint().address() + ", "
                + result.server().binlogFormat() + ", row image "
                + result.server().rowImage() + ", checksum "
                + result.server().checksum() + ", TLS "
                + (result.server().tls() ? "on" : "off");
    }

    /** Such as {@code oltp_insert, 16 threads, closed loop}. */
    static String traffic(String workload, LoadSpec load) {
        return workload + ", " + load.threads() + (load.threads() == 1 ? " thread, " : " threads, ") + pace(load);
    }

    /** What was asked for, and what the stream carried. */
    private void size(WorkloadSpec spec, Summary summary) {
        CdcSummary.Heartbeats heartbeats = summary.cdc().heartbeats();
        CdcSummary.LargeTransactions large = summary.cdc().largeTransactions();
        long transactions =
                large == null ? summary.cdc().transactions() - heartbeats.transactions() : large.transactions();
        long bytes = large == null ? summary.cdc().bytes() - heartbeats.bytes() : large.bytes();
        double asked = spec.transactionBytes() / MB;
        text.entry(
                "trx size",
                transactions == 0
                        ? String.format(Locale.ROOT, "%.2f MB asked, none seen", asked)
                        : String.format(
                                Locale.ROOT,
                                "%.2f MB asked, %.2f MB reached on average",
                                asked,
                                bytes / MB / transactions));
    }

    static String flavor(RunResult result) {
        return Provenance.flavor(result.server().flavor());
    }

    private static String pace(LoadSpec load) {
        return load instanceof LoadSpec.OpenLoop open
                ? "open loop at " + open.rate() + (open.rate().isRamp() ? "" : "/s")
                        + (open.arrivals() == Arrivals.POISSON ? ", Poisson" : "")
                : "closed loop";
    }
}
