// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.util.ArrayList;
import java.util.List;

/** Notes about limits of the tester, and a lack of samples. */
final class TesterNotes {

    /** Fewer busy seconds can be a short pause. */
    private static final int MIN_BUSY_SECONDS = 3;

    /** If the tester uses this share of all processors, its threads wait for processors. */
    private static final double BUSY_SHARE = 0.7;

    /** Pauses of this share of the time affect the p99. A tenth of this share affects the p99.9. */
    private static final double GC_SHARE_IN_P99 = 0.01;

    private static final long MIN_DELAYS_FOR_P99 = 100;
    private static final long MIN_DELAYS_FOR_P999 = 1_000;
    private static final double MIN_MEASURED_SECONDS = 10;

    private final Summary summary;
    private final double seconds;
    private final List<Note> notes = new ArrayList<>();

    private TesterNotes(Summary summary) {
        this.summary = summary;
        seconds = summary.seconds() + (summary.cdc() == null ? 0 : summary.catchUpSeconds());
    }

    static List<Note> of(Plan plan, Summary summary, int processors, long busySeconds, boolean hasPhases) {
        TesterNotes collector = new TesterNotes(summary);
        collector.addCpuNotes(processors, busySeconds);
        collector.addGcNotes();
        collector.addSampleNotes();
        collector.addLoadNotes(plan, hasPhases);
        return collector.notes;
    }

    private void addCpuNotes(int processors, long busySeconds) {
        double share = seconds > 0 ? summary.tester().cpuSeconds() / seconds / processors : 0;
        if (share >= BUSY_SHARE) {
            add(Code.TESTER_CPU_BUSY, "cpuPercent", 100 * Math.min(1, share), "processors", processors);
        }
        double readerShare = ReaderShare.cpuShare(summary);
        if (readerShare >= ReaderShare.MIN_BOTTLENECK_SHARE) {
            add(Code.READER_BUSY, "cpuPercent", 100 * readerShare);
        } else if (busySeconds >= MIN_BUSY_SECONDS) {
            add(
                    Code.READER_BUSY_AT_TIMES,
                    "limitPercent",
                    100 * ReaderShare.MIN_BOTTLENECK_SHARE,
                    "busySeconds",
                    busySeconds);
        }
    }

    private void addGcNotes() {
        TesterSummary tester = summary.tester();
        double share = seconds <= 0 ? 0 : tester.gcPauseMillis() / 1_000.0 / seconds;
        if (share >= GC_SHARE_IN_P99 / 10) {
            notes.add(Note.of(share >= GC_SHARE_IN_P99 ? Code.PAUSES_IN_P99 : Code.PAUSES_IN_P999)
                    .with("pauseMillis", tester.gcPauseMillis())
                    .with("percent", 100 * share));
        }
    }

    private void addSampleNotes() {
        CdcSummary cdc = summary.cdc();
        if (cdc != null) {
            addDelayNotes(cdc.delay());
        }
        if (summary.seconds() < MIN_MEASURED_SECONDS) {
            add(Code.MEASURED_PART_SHORT, "seconds", summary.seconds());
        }
    }

    private void addDelayNotes(DurationSummary delay) {
        if (delay.count() == 0) {
            add(Code.DELAY_NOT_MEASURED);
        } else if (delay.count() < MIN_DELAYS_FOR_P999) {
            Code code = delay.count() < MIN_DELAYS_FOR_P99 ? Code.FEW_DELAYS_FOR_P99 : Code.FEW_DELAYS_FOR_P999;
            add(code, "count", delay.count());
        }
    }

    private void addLoadNotes(Plan plan, boolean hasPhases) {
        if (plan.loads().isEmpty()) {
            return;
        }
        if (plan.window().warmUp().isZero() && !hasPhases) {
            add(Code.NO_WARM_UP);
        }
        List<String> closedLoops = plan.loads().stream()
                .filter(load -> !(load.load() instanceof LoadSpec.OpenLoop))
                .map(NamedLoad::name)
                .toList();
        if (!closedLoops.isEmpty()) {
            add(Code.CLOSED_LOOP, "loads", closedLoops.size() == plan.loads().size() ? List.of() : closedLoops);
        }
    }

    private void add(Code code, Object... arguments) {
        notes.add(Note.of(code, arguments));
    }
}
