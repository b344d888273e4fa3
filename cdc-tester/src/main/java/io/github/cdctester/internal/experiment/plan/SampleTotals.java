// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.UnfinishedRun.MeasuredPart;
import io.github.cdctester.internal.report.UnfinishedRun.OneLoad;
import io.github.cdctester.internal.run.outcome.StreamTotals;
import io.github.cdctester.internal.summary.DurationsSum;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Totals and histograms of samples, so that memory use does not depend on their number. Not thread-safe. */
final class SampleTotals {

    private static final class LoadSum {
        private final DurationsSum latency = new DurationsSum();
        private final DurationsSum startDelay = new DurationsSum();
        private long transactions;
        private long queries;
        private long errors;
        private double fromSecond = -1;
        private double toSecond;

        void add(SampleRow.Write write, double startSecond, double endSecond) {
            latency.add(write.latencyHistogram(), write.latency());
            startDelay.add(write.startDelayHistogram(), write.startDelay());
            transactions += write.transactions();
            queries += write.queries();
            errors += write.errors();
            if (write.transactions() > 0) {
                fromSecond = fromSecond < 0 ? startSecond : fromSecond;
                toSecond = endSecond;
            }
        }

        UnfinishedRun.Load totals(double seconds) {
            return new UnfinishedRun.Load(
                    transactions,
                    StreamTotals.rate(transactions, seconds),
                    queries,
                    StreamTotals.rate(queries, seconds),
                    errors,
                    latency.value(null),
                    startDelay.value(null));
        }
    }

    private final String onlyLoadName;
    private final DurationsSum delay = new DurationsSum();
    private final Map<String, Long> eventsByKind = new TreeMap<>();
    private final LoadSum write = new LoadSum();
    private final Map<String, LoadSum> workloads = new LinkedHashMap<>();
    private @Nullable String delaySource;
    private @Nullable Long behindBytes;
    private final boolean hasStream;
    private boolean hasWriters;
    private double seconds;
    private long bytes;
    private long events;
    private long transactions;
    private long heartbeats;

    /** @param onlyLoadName name for samples without values per load */
    SampleTotals(String onlyLoadName, boolean hasStream) {
        this.hasStream = hasStream;
        this.onlyLoadName = onlyLoadName;
    }

    void add(SampleRow row) {
        double startSecond = seconds;
        seconds += row.seconds();
        if (row.cdc() != null) {
            add(row.cdc());
        }
        SampleRow.Write total = row.write();
        if (total == null) {
            return;
        }
        hasWriters |= total.threads() > 0 || total.transactions() > 0;
        write.add(total, startSecond, seconds);
        if (row.workloads().isEmpty()) {
            workloads.computeIfAbsent(onlyLoadName, name -> new LoadSum()).add(total, startSecond, seconds);
        }
        row.workloads()
                .forEach(load -> workloads
                        .computeIfAbsent(load.name(), name -> new LoadSum())
                        .add(load.write(), startSecond, seconds));
    }

    private void add(SampleRow.Cdc cdc) {
        delay.add(cdc.delayHistogram(), cdc.delay());
        delaySource = cdc.delay().source();
        bytes += cdc.bytes();
        events += cdc.events();
        transactions += cdc.transactions();
        heartbeats += cdc.heartbeats();
        cdc.eventsByKind().forEach((kind, count) -> eventsByKind.merge(kind, count, Long::sum));
        behindBytes = cdc.behindBytes();
    }

    MeasuredPart value() {
        List<OneLoad> loads = new ArrayList<>();
        workloads.forEach((name, load) -> {
            if (load.transactions > 0) {
                double loadSeconds = load.toSecond - load.fromSecond;
                loads.add(new OneLoad(name, load.fromSecond, loadSeconds, load.totals(loadSeconds)));
            }
        });
        return new MeasuredPart(
                seconds,
                !hasStream
                        ? null
                        : new UnfinishedRun.Stream(
                                delay.value(delaySource),
                                bytes,
                                StreamTotals.rate(bytes, seconds),
                                events,
                                StreamTotals.rate(events, seconds),
                                transactions,
                                StreamTotals.rate(transactions, seconds),
                                heartbeats,
                                true,
                                new TreeMap<>(eventsByKind),
                                behindBytes),
                hasWriters ? write.totals(seconds) : null,
                loads);
    }
}
