// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.consumer.RunningConsumers;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.inject.FaultInjector;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.MeteredStream;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.load.RunLoad;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.RunConsumers;
import io.github.cdctester.internal.run.outcome.RunJudge;
import io.github.cdctester.internal.run.outcome.RunRecorder;
import io.github.cdctester.internal.run.outcome.RunRecorder.Samples;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.internal.summary.RetainedRows;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Simulates a run's components, records each call with its time, and fails on demand. */
final class FakeRun implements RunComponents {

    final FakeClock clock = new FakeClock();
    final StopSignal stop = new StopSignal();
    final List<String> timedCalls = new ArrayList<>();
    final Map<String, Throwable> failures = new HashMap<>();
    final List<SampleRow> rows = new ArrayList<>();

    /** Time until the stream reaches the goal. */
    Duration goalDelay = Duration.ZERO;

    /** If empty, the run has one load, unless {@code writes} is false. */
    List<NamedLoad> loads = List.of();

    List<PlannedPhase> phases = List.of();
    ProbeReadings probes = ProbeReadings.NONE;
    final FakeLoads fakeLoads = new FakeLoads(this);

    Optional<PhasedLoads> phasedLoads = Optional.empty();

    final FakeLog log = new FakeLog(clock);

    Optional<WaitCondition> measuredUntil = Optional.empty();

    boolean writes = true;
    RunConsumers consumers = RunConsumers.NONE;
    boolean hasReachedLimits;

    /** Time until the stream has found the start of the measured part. */
    Duration openingTime = Duration.ZERO;

    /** Lead time before the start, for worker nodes. */
    Duration lead = Duration.ZERO;

    Runnable onLoadEnd = () -> {};

    /** Reports what a worker node has read since its last report. */
    Runnable onRenew = () -> {};

    boolean backgroundContinues;

    /** Lost rows are identified, like snapshots compared, in the tables. */
    boolean hasComparedTables;

    boolean hasLateTransactions;
    long surplusParts;
    RunTimeline timeline;
    String failureText;

    private SampleTicker ticker;

    final BinlogMeter meter = new BinlogMeter(DelaySource.EVENT_HEADER);

    /** Set at the end of the run. */
    List<PhaseTotals> phaseTotals = List.of();

    /** If empty, the samples are stored in memory. */
    Optional<SampleLog> sampleLog = Optional.empty();

    RunListener listener = new Listener();

    BiFunction<RunTimeline, Samples, RunResult> resultFactory =
            (runTimeline, samples) -> RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);

    RunResult run(Window window) {
        RunSettings settings = settings(window);
        return new RunController(settings, this, clock, noConsumers(settings), phases -> phaseTotals = phases).run();
    }

    static RunningConsumers noConsumers(RunSettings settings) {
        Plan plan = settings.plan();
        return new RunningConsumers(
                List.of(),
                plan,
                spec -> plan.endpoint(),
                spec -> false,
                settings.stop(),
                settings.listener()::consumer);
    }

    private RunSettings settings(Window window) {
        List<NamedLoad> planLoads = loads.isEmpty() && writes
                ? List.of(NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)))
                : loads;
        Plan plan = Plan.of(Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "secret"), window, planLoads);
        return RunSettings.of(plan, new TablePolicy(true, true, false, false), new Listener(), stop)
                .withPhases(phases)
                .withProbes(probes)
                .withMeasured(measuredUntil);
    }

    /** The time is in ms since the start of the clock. */
    long millisOfCall(String call) {
        return timedCalls.stream()
                .filter(entry -> entry.startsWith(call + " @"))
                .findFirst()
                .map(entry -> Long.parseLong(entry.substring(call.length() + 2)))
                .orElseThrow(() -> new AssertionError(call + " is not in " + timedCalls));
    }

    List<String> calls() {
        return timedCalls.stream()
                .map(entry -> entry.substring(0, entry.indexOf(" @")))
                .toList();
    }

    void recordCall(String call) {
        timedCalls.add(call + " @" + clock.millis());
        Throwable failure = failures.get(call);
        if (failure != null) {
            throw FakeRun.<RuntimeException>unchecked(failure);
        }
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    @Override
    public void identifyLost() {
        hasComparedTables = true;
    }

    @Override
    public void connect(Resources resources, RunTimeline state) {
        resources.add(() -> recordCall("resource closed"));
        ticker = resources.add(new SampleTicker(
                new Sampler(
                        fakeLoads.metered(),
                        List.of(new MeteredStream("stream", meter, () -> new MeteredStream.Backlog(0, 0), () -> -1))),
                new RunRecorder("EVENT_HEADER", sampleLog.orElseGet(() -> new RetainedRows(1))),
                Optional.empty(),
                listener,
                probes,
                FaultInjector.none(),
                consumers.judge(),
                clock));
        recordCall("connect");
    }

    @Override
    public RunStream streams() {
        return new FakeStream(this);
    }

    @Override
    public RunLoad load() {
        return new Load();
    }

    @Override
    public PhasedLoads phasedLoads() {
        return phasedLoads.orElse(fakeLoads);
    }

    @Override
    public RunJudge judge() {
        return new Judge();
    }

    @Override
    public RunConsumers consumers() {
        return consumers;
    }

    @Override
    public SampleTicker ticker() {
        return ticker;
    }

    @Override
    public Goal goal() {
        return null;
    }

    @Override
    public RunResult result(RunTimeline runTimeline, Samples samples, String failure) {
        recordCall("result");
        timeline = runTimeline;
        failureText = failure;
        return resultFactory.apply(runTimeline, samples);
    }

    @Override
    public List<PhaseTotals> phases(RunTimeline runTimeline, Samples samples) {
        return PhaseTotals.of(runTimeline, samples.sampler(), List.of());
    }

    private final class Listener implements RunListener {
        @Override
        public void step(String step) {
            recordCall("step " + step);
        }

        @Override
        public void sample(SampleRow sample) {
            rows.add(sample);
            recordCall("sample");
        }

        @Override
        public void phaseBegins(String name) {
            recordCall("begins " + name);
        }

        @Override
        public void loadEnded(String name) {
            recordCall("over " + name);
        }

        @Override
        public void phaseEnded(RunResult.PhaseSpan phase) {
            recordCall("ended " + phase.name());
        }
    }

    private final class Judge implements RunJudge {
        @Override
        public void windowOpens() {
            recordCall("ledgers open");
        }

        @Override
        public boolean mayHaveLateTransactions() {
            return hasLateTransactions;
        }

        @Override
        public long surplusParts() {
            return surplusParts;
        }

        @Override
        public void compareAfterRun() {
            recordCall("compare");
        }
    }

    private final class Load implements RunLoad {
        @Override
        public void warmUp() {
            recordCall("warm-up");
        }

        @Override
        public void pause() {
            recordCall("pause");
        }

        @Override
        public long leadNanos() {
            return lead.toNanos();
        }

        @Override
        public void openWindow(long nowNanos) {
            recordCall("load opens");
        }

        @Override
        public boolean hasReachedLimits() {
            return hasReachedLimits;
        }

        @Override
        public boolean finishBackground() {
            recordCall("background finishes");
            return backgroundContinues;
        }

        @Override
        public boolean hasBackgroundEnded() {
            return !backgroundContinues;
        }

        @Override
        public void end() {
            recordCall("load ends");
            onLoadEnd.run();
        }

        @Override
        public void abandon() {
            recordCall("abandon");
        }

        @Override
        public void failIfBroken() {
            Throwable failure = failures.get("worker");
            if (failure != null) {
                throw FakeRun.<RuntimeException>unchecked(failure);
            }
        }

        @Override
        public void checkAfterRun() {
            recordCall("check");
        }

        @Override
        public void close(RunLoad.End end, FirstFailure closeFailures) {
            timedCalls.add("load closed " + end + " @" + clock.millis());
            closeFailures.run(() -> recordCall("step cleaning up"));
            closeFailures.runRemoval(() -> recordCall("drop"));
        }
    }
}
