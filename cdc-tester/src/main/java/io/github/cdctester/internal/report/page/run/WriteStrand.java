// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the loads did: how much, and how long it took. */
final class WriteStrand implements Strand {

    private final Curves rates;
    private final Curves workers;
    private final Curves errors;
    private final Curves latency;
    private final Curves latencyOfLoads;
    private final KindStack kinds;
    private boolean severalKinds;
    private boolean written;
    private boolean startDelay;
    private boolean refused;

    WriteStrand(int rows) {
        rates = new Curves(rows);
        workers = new Curves(rows);
        errors = new Curves(rows);
        latency = new Curves(rows);
        latencyOfLoads = new Curves(rows);
        kinds = new KindStack(rows);
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        SampleRow.Write write = row.write();
        if (write != null) {
            written = true;
            all(write, to);
            severalKinds |= !write.transactionsByKind().isEmpty();
        }
        kinds.add(to, row.seconds(), write == null ? Map.of() : write.transactionsByKind());
        for (SampleRow.Workload load : row.workloads()) {
            SampleRow.Write its = load.write();
            boolean there = its.threads() > 0 || its.transactions() > 0;
            rates.put(load.name(), "load " + load.name(), to, there ? its.transactionsPerSecond() : null);
            latencyOfLoads.put(
                    load.name(),
                    "load " + load.name(),
                    to,
                    DelayStrand.shown(its.latency().p99Millis()));
        }
        for (Curves curves : List.of(rates, workers, errors, latency, latencyOfLoads)) {
            curves.endRow(to);
        }
    }

    private void all(SampleRow.Write write, double to) {
        refused |= write.errors() > 0;
        errors.put("errors", "fault", to, (double) write.errors());
        workers.put("workers", "other", to, (double) write.threads());
        DurationSummary its = write.latency();
        latency.put("p50", "p50", to, DelayStrand.shown(its.carried().p50Millis()));
        latency.put("p95", "p95", to, DelayStrand.shown(its.carried().p95Millis()));
        latency.put("p99", "p99", to, DelayStrand.shown(its.carried().p99Millis()));
        latency.put("max", "max", to, DelayStrand.shown(its.maxMillis()));
        if (write.startDelay().count() > 0) {
            startDelay = true;
            latency.put(
                    "start delay p99",
                    "start delay",
                    to,
                    DelayStrand.shown(write.startDelay().carried().p99Millis()));
        }
    }

    /** Nothing where somebody else wrote. */
    List<Block> charts(Backdrop backdrop) {
        List<Block> charts = new ArrayList<>();
        if (!written) {
            return charts;
        }
        if (!rates.isEmpty()) {
            charts.add(new TimeChart("write-tps", "Write TPS by load")
                    .axis("transactions", "1/s", Scale.LINEAR)
                    .axis("workers", "", Scale.LINEAR)
                    .series(rates.series(Shape.LINE, 0))
                    .series(workers.series(Shape.STEP, 1))
                    .note(rates.note())
                    .over(backdrop));
        }
        if (severalKinds) {
            charts.add(new TimeChart("write-kinds", "Write TPS by kind")
                    .axis("transactions", "1/s", Scale.LINEAR)
                    .series(kinds.series())
                    .note(kinds.note("transactions"))
                    .over(backdrop));
        }
        charts.add(new TimeChart("latency", "Write latency")
                .axis("latency", "ms", Scale.LOG)
                .series(latency.series(Shape.LINE, 0))
                .note(
                        startDelay
                                ? "From the intended start to the acknowledged commit; the start delay is the part of it in"
                                        + " which no worker was free."
                                : "In a closed loop a stall of the server shows once for each worker only.",
                        latency.note())
                .over(backdrop));
        if (!latencyOfLoads.isEmpty()) {
            charts.add(new TimeChart("latency-loads", "Write latency p99 by load")
                    .axis("latency p99", "ms", Scale.LOG)
                    .series(latencyOfLoads.series(Shape.LINE, 0))
                    .note(DelayStrand.OF_FEW, latencyOfLoads.note())
                    .over(backdrop));
        }
        if (refused) {
            charts.add(new TimeChart("errors", "Refused statements")
                    .axis("errors", "", Scale.LINEAR)
                    .series(errors.series(Shape.LINE, 0))
                    .over(backdrop));
        }
        return charts;
    }
}
