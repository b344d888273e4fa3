// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.MeteredLoad;
import io.github.cdctester.internal.meter.MeteredStream;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.TimelineFile;
import io.github.cdctester.internal.summary.SampleRows;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A plan that was killed in its second phase. The first phase lasts 10 s; the second has twice the latency. */
final class KilledPlan {

    static final PhaseSpan FIRST_PHASE = new PhaseSpan(
            "first",
            PhaseSpan.PhaseType.LOADS,
            0,
            10,
            1,
            10,
            List.of("oltp_insert"),
            "oltp_insert: 10 s",
            null,
            List.of());

    private KilledPlan() {}

    /** Writes the first {@code seconds} of the plan. */
    static void write(Path directory, int seconds) {
        BinlogMeter stream = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        WriteMeter load = new WriteMeter(List.of("insert"), false);
        Sampler sampler = new Sampler(
                List.of(new MeteredLoad("oltp_insert", load, 4, () -> true)),
                List.of(new MeteredStream("db:3306", stream, () -> new MeteredStream.Backlog(1_000_000, 0), () -> -1)));
        try (TimelineFile timeline = TimelineFile.create(directory, "elastic.yaml", "phases: []\n");
                SampleFile log = SampleFile.create(
                        directory, RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(4)), Map.of())) {
            timeline.writePhaseStart("first");
            sampler.start(0);
            for (int second = 1; second <= seconds; second++) {
                int factor = second <= 10 ? 1 : 2;
                for (int i = 1; i <= 10; i++) {
                    load.transaction(0, 0, 0, 100_000L * i * factor, new StatementTally());
                    stream.event(16, 100);
                    stream.transactionEnd(0, BinlogSink.UNKNOWN_MICROS, 1_000L * factor, 1_000L * factor);
                }
                stream.readEnd("binlog.000001", 99, 0);
                log.append(SampleRows.of(
                        sampler.tick(Phase.MEASURE, 1_000_000_000L * second),
                        "COMMIT_TIMESTAMP",
                        Map.of("pool", second <= 10 ? 512.0 : 1_024.0),
                        List.of()));
                if (second == 10) {
                    timeline.writePhaseEnd(FIRST_PHASE);
                    timeline.writeAction(new ActionMark("first", 9.5, "SET GLOBAL x = 1", true, 3.0, null));
                }
            }
        }
    }
}
