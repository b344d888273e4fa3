// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.RunRecorder.Samples;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.workload.StatementTally;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Simulates a run with {@value #PROBE_COUNT} probes. In each second, the stream receives {@value #TRANSACTIONS_PER_SECOND} transactions and
 * a heartbeat, and each load commits {@value #TRANSACTIONS_PER_SECOND} transactions.
 */
public final class SimulatedDay {

    public static final int TRANSACTIONS_PER_SECOND = 20;

    /** A transaction is one event. */
    public static final int TRANSACTION_BYTES = 300;

    /** A heartbeat is two events. */
    public static final int HEARTBEAT_BYTES = 110;

    /** Largest delay in µs. Delays cycle from 1 to this value. They are short because histograms of long delays are slow. */
    public static final int MAX_DELAY_MICROS = 1_000;

    /** Their values change twice a day. */
    public static final int PROBE_COUNT = 20;

    private static final int XID = 16;

    private final FakeRun fake = new FakeRun();
    private final StatementTally tally = new StatementTally();
    private long second;
    private long transactions;
    private long offset = 4;
    private Distribution latency = Distribution.EMPTY;

    /** @param onPhasesCompleted receives the totals of each phase */
    public RunResult run(PlannedRun run, Consumer<List<PhaseTotals>> onPhasesCompleted) {
        RunSettings settings = run.settings();
        fake.loads = settings.plan().loads();
        fake.sampleLog = settings.log();
        fake.listener = settings.listener();
        fake.probes = this::probes;
        fake.resultFactory = (timeline, samples) -> result(timeline, samples, settings);
        fake.meter.windowOpened("binlog.000001", offset);
        fake.meter.readEnd("binlog.000001", offset, 0);
        fake.clock.runAfter(Duration.ofMillis(500), this::simulateSecond);
        return new RunController(settings, fake, fake.clock, FakeRun.noConsumers(settings), onPhasesCompleted).run();
    }

    /** The latencies include the whole run. */
    public Distribution latency() {
        return latency;
    }

    private void simulateSecond() {
        for (int i = 0; i < TRANSACTIONS_PER_SECOND; i++) {
            long arrivalMicros = 1_000_000L * (second + 1);
            long delay = 1 + transactions++ % MAX_DELAY_MICROS;
            event(TRANSACTION_BYTES);
            fake.meter.transactionEnd(arrivalMicros - delay, BinlogSink.UNKNOWN_MICROS, arrivalMicros, arrivalMicros);
        }
        event(HEARTBEAT_BYTES - 30);
        event(30);
        fake.meter.heartbeatEnd(second, 0, 0);
        fake.meter.readEnd("binlog.000001", offset, 0);
        for (NamedLoad load : fake.loads) {
            for (int i = 0; i < TRANSACTIONS_PER_SECOND; i++) {
                fake.fakeLoads.meter(load.name()).transaction(0, 0, 0, 50_000L * (i + 1), tally);
            }
        }
        second++;
        fake.clock.runAfter(Duration.ofMillis(1_000 * second + 500), this::simulateSecond);
    }

    private void event(int bytes) {
        offset += bytes;
        fake.meter.event(XID, bytes);
    }

    private Map<String, Double> probes() {
        Map<String, Double> values = new TreeMap<>();
        for (int i = 0; i < PROBE_COUNT; i++) {
            values.put("probe" + i, second < 30_000 + i || second > 60_000 + i ? 512.0 : 1_024.0);
        }
        return values;
    }

    private RunResult result(RunTimeline timeline, Samples samples, RunSettings settings) {
        latency = samples.sampler().loads().get(0).windowDurations().latency();
        RunResult run = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                settings.plan(),
                run.server(),
                run.clock(),
                false,
                null,
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                settings.log().orElseThrow().rows(),
                timeline.phases(),
                Map.of(),
                List.of(),
                List.of());
    }
}
