// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.limit.NamedNumber;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.CdcSummary.LargeTransactions;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import io.github.cdctester.result.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The numbers of one run that the tables of experiments show: taken over, or the quotient of two. */
public final class StepValues {

    /** A stream that takes no longer than that, or than this share of the measured time, to show its end kept up. */
    private static final double MIN_CATCH_UP_SECONDS = 1;

    private static final double CATCH_UP_SHARE = 0.05;

    /** Below that share of the time on a CPU, the reader was not what held the stream up; as in a drain's notes. */
    private static final double BUSY = 0.8;

    private final RunResult result;
    private final @Nullable CdcSummary cdc;
    private final Map<String, Double> values = new LinkedHashMap<>();

    public StepValues(RunResult result) {
        this.result = result;
        cdc = result.summary().cdc();
    }

    /** Returns each value by its name; missing ones are left out. */
    public Map<String, Double> byName() {
        take(
                "write.queriesPerSecond",
                "write.transactionsPerSecond",
                "write.newOrdersPerMinute",
                "cdc.delay.meanMillis",
                "cdc.bytesPerSecond",
                "cdc.eventsPerSecond",
                "cdc.transactionsPerSecond",
                "cdc.delay.count",
                "cdc.delay.p50Millis",
                "cdc.delay.p99Millis",
                "cdc.delay.maxMillis");
        if (cdc == null) {
            take("write.latency.p50Millis", "write.latency.p99Millis", "write.latency.maxMillis");
        } else {
            ofStream(cdc);
        }
        double cpu = result.summary().tester().cpuSeconds();
        put("tester.cpuSeconds", cpu < 0 ? null : cpu);
        if (cdc != null) {
            large(cdc);
        }
        result.summary().probes().forEach(probe -> put("probes." + probe.series(), probe.mean()));
        return values;
    }

    private void ofStream(CdcSummary cdc) {
        long transactions = cdc.transactions() - cdc.heartbeats().transactions();
        CdcSummary.Own own = cdc.own();
        if (own != null) {
            put("eventsPerTransaction", own.eventsPerTransaction());
            put("bytesPerTransaction", own.bytesPerTransaction());
        } else if (transactions > 0) {
            put("eventsPerTransaction", quotient(cdc.events() - cdc.heartbeats().events(), transactions));
            put("bytesPerTransaction", quotient(cdc.bytes() - cdc.heartbeats().bytes(), transactions));
        }
        take("cdc.rowsPerSecond", "catchUpSeconds");
    }

    private void large(CdcSummary cdc) {
        LargeTransactions beside = cdc.largeTransactions();
        if (beside == null) {
            return;
        }
        if (result.plan().loads().size() > 1) {
            if (beside.transactions() > 0) {
                put("transactionBytes", quotient(beside.bytes(), beside.transactions()));
            }
            put("large.firstByteMillis", beside.delayAtFirstByte().p50Millis());
            put("large.lastByteMillis", beside.delay().p50Millis());
            others(beside.othersDuring());
            put("large.othersElse.count", (double) beside.othersElse().count());
            put("large.othersElse.p99Millis", beside.othersElse().p99Millis());
        } else {
            alone(cdc);
        }
        put("large.passingMillis", beside.passing().p50Millis());
        put("large.passingBytesPerSecond", beside.passingBytesPerSecond());
    }

    /** Only heartbeats may be written at the same time, and then are the others. */
    private void alone(CdcSummary cdc) {
        CdcSummary.Own own = cdc.own();
        long transactions = own == null ? cdc.transactions() - cdc.heartbeats().transactions() : own.transactions();
        if (transactions > 0) {
            long bytes = own == null ? cdc.bytes() - cdc.heartbeats().bytes() : own.bytes();
            put("transactionBytes", quotient(bytes, transactions));
        }
        boolean byHeartbeats = DelaySource.HEARTBEAT.name().equals(cdc.delay().source());
        if (!byHeartbeats) {
            put("large.firstByteMillis", typical(cdc.delayAtFirstByte(), transactions));
            put("large.lastByteMillis", typical(cdc.delay(), transactions));
        }
        DurationSummary beats = byHeartbeats ? cdc.delay() : cdc.delays().get(DelaySource.HEARTBEAT);
        if (beats != null) {
            others(beats);
        }
    }

    private void others(DurationSummary delay) {
        put("large.othersDuring.count", (double) delay.count());
        put("large.othersDuring.p50Millis", delay.p50Millis());
        put("large.othersDuring.p99Millis", delay.p99Millis());
        put("large.othersDuring.maxMillis", delay.maxMillis());
    }

    /** If delays include heartbeats, the longest is a large transaction's. */
    private static @Nullable Double typical(DurationSummary delay, long transactions) {
        return delay.count() <= transactions ? delay.p50Millis() : delay.maxMillis();
    }

    private void take(String... names) {
        for (String name : names) {
            put(name, NamedNumber.of(name).in(result));
        }
    }

    private void put(String name, @Nullable Double value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    private static Double quotient(long count, long transactions) {
        return (double) count / transactions;
    }

    /** Returns true if the stream took long to show its end; false if its end was not seen. */
    static boolean isLate(RunResult result) {
        Summary summary = result.summary();
        return summary.catchUpSeconds() > Math.max(MIN_CATCH_UP_SECONDS, CATCH_UP_SHARE * summary.seconds());
    }

    /** The bottleneck of the stream; {@code null} if that is not known, as of several streams together. */
    static @Nullable LimitedBy limitedBy(RunResult result) {
        return limitedBy(result, result.verdict().status() == Verdict.Status.BEHIND || isLate(result));
    }

    static @Nullable LimitedBy limitedBy(RunResult result, boolean heldUp) {
        Summary summary = result.summary();
        if (summary.cdc() == null) {
            return null;
        }
        if (!heldUp) {
            return LimitedBy.NONE;
        }
        double reader = summary.tester().readerCpuSeconds();
        if (reader < 0 || !summary.streams().isEmpty()) {
            return null;
        }
        // the reader's CPU time covers its whole life
        double life = summary.cdc().seconds() + result.plan().window().warmUp().toNanos() / 1e9;
        return reader >= BUSY * life ? LimitedBy.TESTER : LimitedBy.SERVER;
    }
}
