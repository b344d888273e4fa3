// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The loads have the same workload, but separate names, starts and durations. */
@Timeout(120)
abstract class SeveralLoadsContract extends ServerContract {

    private static final SysbenchSpec INSERT_WORKLOAD =
            Sysbench.oltpInsert().tables(1).tableSize(100);

    @Test
    void loadStartsAndEndsInMeasuredPart() {
        List<SampleRow> measuredSamples = new ArrayList<>();
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(INSERT_WORKLOAD)
                .load(LoadSpec.openLoop(1, Rate.perSecond(300)))
                .load(NamedLoad.of(INSERT_WORKLOAD, LoadSpec.openLoop(2, Rate.perSecond(300)))
                        .named("burst")
                        .between(ofMillis(1_300), ofMillis(1_500)))
                .window(new Window(ofMillis(500), ofSeconds(4), 0, ofSeconds(30)))
                .failIf("loads.burst.transactions<1")
                .failIf("loads.oltp_insert.latency.p99>1h")
                .prepareFirst()
                .cleanupAfter()
                .listener(new RunListener() {
                    @Override
                    public void sample(SampleRow sample) {
                        if (sample.phase() == SampleRow.RunPart.MEASURE) {
                            measuredSamples.add(sample);
                        }
                    }
                }));

        assertThat(result.checks()).hasSize(2).allMatch(check -> check.held());
        List<WorkloadSummary> loads = result.summary().write().workloads();
        assertThat(loads).extracting(WorkloadSummary::name).containsExactly("oltp_insert", "burst");
        assertThat(loads.get(0).seconds()).isGreaterThanOrEqualTo(4);
        assertNotEarly(result, loads.get(1), measuredSamples);
        long committedCount = result.summary().write().transactions();
        assertThat(loads.stream().mapToLong(load -> load.write().transactions()).sum())
                .isEqualTo(committedCount);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().committed()).isEqualTo(committedCount);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    /** How late the load is depends on the machine. */
    private static void assertNotEarly(RunResult result, WorkloadSummary burst, List<SampleRow> measuredSamples) {
        double endSecond = burst.fromSecond() + burst.seconds();
        assertThat(burst.fromSecond()).isGreaterThanOrEqualTo(1.3);
        assertThat(endSecond).isBetween(2.8 - 1e-6, result.summary().seconds());
        if (result.notes().stream().noneMatch(note -> note.code() == Note.Code.SAMPLES_MISSED)) {
            assertThat(endSecond).as("burst ends before the other load").isLessThan(4);
        }
        double passedSeconds = 0;
        long burstTotal = 0;
        for (SampleRow second : measuredSamples) {
            passedSeconds += second.seconds();
            long burstTransactions = second.workloads().get(1).write().transactions();
            if (passedSeconds < burst.fromSecond()) {
                assertThat(burstTransactions)
                        .as("transactions before its start")
                        .isZero();
            }
            burstTotal += burstTransactions;
        }
        assertThat(burstTotal).isEqualTo(burst.write().transactions()).isPositive();
    }

    @Test
    void ignoresChangesOfFileAfterPlanCreation(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("shop.yaml"), """
                tables:
                  shop:
                    columns: {id: INT PRIMARY KEY, n: INT NOT NULL}
                    rows: 100
                    values: {id: {sequence: 1}, n: 0}
                transactions:
                  order:
                    values: {id: {random: 1..100}}
                    statements: [UPDATE shop SET n = n + 1 WHERE id = :id]
                """);
        var plan = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Scripted.file(file))
                .window(new Window(Duration.ZERO, Duration.ZERO, 20, ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter();
        Files.writeString(file, "no workload any more");

        assertThat(RoundTripChecks.run(plan).summary().write().transactions()).isEqualTo(20);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }
}
