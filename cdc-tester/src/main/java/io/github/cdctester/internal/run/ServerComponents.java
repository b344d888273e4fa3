// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.StartStoppedException;
import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.inject.FaultInjector;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.internal.meter.LoadSampler;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.SampleMeters;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.internal.play.Recording;
import io.github.cdctester.internal.run.fault.JudgedFaults;
import io.github.cdctester.internal.run.heartbeat.HeartbeatWriter;
import io.github.cdctester.internal.run.load.ConsistencyCheck;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.LocalWorkerPool;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.load.RunLoad;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.outcome.LoggedCascades;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.ResultBuilder;
import io.github.cdctester.internal.run.outcome.RunConsumers;
import io.github.cdctester.internal.run.outcome.RunJudge;
import io.github.cdctester.internal.run.outcome.RunRecorder;
import io.github.cdctester.internal.run.outcome.RunRecorder.Samples;
import io.github.cdctester.internal.run.outcome.RunReplay;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.outcome.SharedRowsJudge;
import io.github.cdctester.internal.run.outcome.Verifier;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.internal.run.stream.StreamReading;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.summary.RetainedRows;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.workload.SteppedWorkload;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunListener;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The components of a run at servers or a played recording. */
final class ServerComponents implements RunComponents {

    private final RunSettings settings;
    private final Plan plan;
    private final RunListener listener;
    private final LoadWorkloads workloads;
    private final NanoClock clock;

    /** The connections of the {@link PlayServer} add messages. The run's thread takes them. */
    private final Queue<String> playMessages = new ConcurrentLinkedQueue<>();

    private final CompletableFuture<@Nullable Void> measuringStart = new CompletableFuture<>();

    private @Nullable PlayServer playServer;
    private @Nullable StreamSide streams;
    private @Nullable Verifier verifier;
    private @Nullable WriteSide writer;
    private Runnable identifyLostRows = () -> {};
    private @Nullable SampleTicker sampleTicker;
    private @Nullable Goal goal;
    private RunNodes nodes = RunNodes.NONE;
    private RunConsumers consumers = RunConsumers.NONE;

    /** Added to the resources last, so that it is closed before the components that it breaks. */
    private FaultInjector faults = FaultInjector.none();

    ServerComponents(RunSettings settings, LoadWorkloads workloads, NanoClock clock) {
        this.workloads = workloads;
        this.settings = settings;
        this.clock = clock;
        plan = settings.plan();
        listener = settings.listener();
    }

    @Override
    public void connect(Resources resources, RunTimeline timeline) throws InterruptedException {
        if (settings.tables().checkConsistency() && plan.writes()) {
            ConsistencyCheck.of(plan.loads(), workloads); // fails before anything is created
        }
        playServer = settings.played().map(spec -> resources.add(play(spec))).orElse(null);
        timeline.played = playServer != null;
        settings.probes().begin(settings, new PlannedRun(settings, workloads).tablesToCreate(), resources);
        nodes = connectNodes(resources);
        nodes.readerFactory().startLineReaders(settings.consumers(), settings.stop(), resources);
        StreamSide side = openStreams(resources, nodes.readerFactory());
        consumers = RunConsumers.of(settings.consumers(), plan, side, playServer, resources);
        SharedRowsJudge sharedRows = SharedRowsJudge.of(plan, side);
        ConsumerJudge judge = sharedRows == null ? consumers.judge().orElse(null) : sharedRows.judge();
        Verifier newVerifier = new Verifier(plan, side, commitSink(side, consumers), sharedRows);
        verifier = newVerifier;
        newVerifier.refuseUnsuitableStreams();
        WriteTarget target = plan.writes() || side.needsHeartbeats() ? openTarget(resources, side) : null;
        if (plan.writes() && target != null) {
            WriteSide write =
                    createWriteSide(target, nodes.writerFactory().orElseGet(() -> LocalWorkerPool.on(target, clock)));
            writer = write;
            newVerifier.setCommitCounter(() -> write.loads().stream()
                    .mapToLong(load -> load.metered().meter().counts().get(Metric.LOGGED_TRANSACTIONS))
                    .sum());
            Stamps stamps = sharedRows == null
                    ? consumers.stamps()
                    : sharedRows.judge().transactions().stamps();
            write.stampRows(stamps, judge == null ? null : judge.transactions().remoteCommits());
            write.prepareAndCheck(
                    side.streamCountAt(plan.endpoint()), settings.probes().connectionCount(), loadGroups());
            settings.probes().onTablesCreated();
            if (stamps != null) {
                setTables(stamps, side.streams().get(0), target, sharedRows);
            }
            consumers.serverRows().ifPresent(rows -> rows.watch(target, write));
            if (plan.replay()) {
                newVerifier.setReplay(
                        RunReplay.of(listener, target, write, side.streams().get(0)));
            }
        }
        if (settings.untilPresentEnd()) {
            goal = side.goal(HeartbeatWriter.TIMEOUT);
            timeline.endsAtInitialLogEnd = true;
            timeline.openWindow(clock.nanoTime(), 0);
        }
        faults = resources.add(
                JudgedFaults.injector(settings.injection(), plan, side::faultTargets, consumers.judge(), clock));
        if (faults.usesProxies()) {
            listener.note(Note.of(Note.Code.THROUGH_PROXY));
        }
        startStreams(side, target == null || !side.needsHeartbeats() ? null : heartbeats(resources, side, target));
        consumers.judge().ifPresent(ConsumerJudge::listen);
        sampleTicker = resources.add(createTicker(side));
        if (writer != null) {
            writer.connect(loadGroups().get(0), newVerifier.tracking(), newVerifier::refuseWithoutTracking);
            writer.failIfBroken();
            side.failIfBroken();
        }
    }

    /** Starting takes long if the log before the start must be read. */
    private void startStreams(StreamSide side, @Nullable HeartbeatWriter heartbeatWriter) {
        try {
            side.start(heartbeatWriter, faults.route(), listener, settings.stop());
        } catch (StartStoppedException e) {
            throw new StoppedEarlyException();
        }
    }

    private void setTables(
            Stamps stamps, FollowedStream firstStream, WriteTarget target, @Nullable SharedRowsJudge sharedRows) {
        WorkloadTables tables = RunConsumers.prepareStamps(stamps, plan, workloads, target);
        if (sharedRows != null) {
            sharedRows.watch(target, tables);
        } else {
            consumers.judge().ifPresent(judge -> {
                judge.transactions().setTables(tables);
                LoggedCascades.doubt(target, tables).ifPresent(judge.transactions()::setRepeatsInDoubt);
                identifyLostRows = () -> RunConsumers.identifyLost(judge, tables, firstStream, target);
            });
        }
    }

    /** The playback waits for the run's stream and each consumer, and continues when the measured part starts. */
    private PlayServer play(RunSettings.Played spec) {
        Recording recording = spec.recording();
        Endpoint endpoint = plan.endpoint();
        int readers = 1 + settings.consumers().size();
        listener.step("playing " + recording + " at " + endpoint.address());
        return PlayServer.start(
                new InetSocketAddress(endpoint.host(), endpoint.port()),
                recording,
                new PlayServer.PlaySettings(
                        spec.speed(), readers, true, endpoint.user(), endpoint.password(), spec.tls()),
                playMessages::add);
    }

    /** Consumers and workloads with steps receive commits; {@code null} without both. */
    private @Nullable CommitSink commitSink(StreamSide side, RunConsumers runConsumers) {
        CommitSink sink = runConsumers.commits(nodes.writerFactory().isPresent());
        for (NamedLoad load : plan.loads()) {
            if (workloads.of(load.workload()) instanceof SteppedWorkload stepped) {
                CommitSink previous = sink;
                boolean isMariaDb = side.servers().get(0).info().isMariaDb();
                sink = (high, low, tag, number) -> {
                    stepped.stepJournal().recordCommit(new Gtid(isMariaDb, high, low, tag, number).toString(), number);
                    if (previous != null) {
                        previous.onCommit(high, low, tag, number);
                    }
                };
            }
        }
        return sink;
    }

    /** Returns one group of loads per phase: a group is connected at the same time. */
    private List<List<String>> loadGroups() {
        return settings.phases().isEmpty()
                ? List.of(plan.loads().stream().map(NamedLoad::name).toList())
                : settings.phases().stream().map(PlannedPhase::loads).toList();
    }

    private StreamSide openStreams(Resources resources, StreamReading.Factory readerFactory) {
        int extraStreams = plan.streams().size() - 1;
        listener.step("connecting to " + plan.cdcEndpoint().address()
                + (extraStreams <= 0 ? "" : " and " + extraStreams + " more stream" + (extraStreams == 1 ? "" : "s")));
        StreamSide side = resources.add(StreamSide.open(plan, settings.untilPresentEnd(), readerFactory));
        streams = side;
        settings.keeping().ifPresent(tapFactory -> {
            FollowedStream firstStream = side.streams().get(0); // a run that measures only the load has no stream
            firstStream.storeEventsIn(tapFactory.of(firstStream.server(), settings, this::stopOnceMeasuring));
        });
        if (plan.subscriber().streamsShare() != Sharing.NOTHING) {
            listener.note(Note.of(Note.Code.TPS_COUNTS_PARTS));
        }
        return side;
    }

    @Override
    public void begin() {
        measuringStart.complete(null);
    }

    /** Learning from a short log can end before the measured part starts. A stop at that time would fail the run. */
    @SuppressWarnings("FutureReturnValueIgnored") // raising a signal throws nothing
    private void stopOnceMeasuring() {
        measuringStart.whenComplete((ignored, failure) -> settings.stop().raise());
    }

    private WriteTarget openTarget(Resources resources, StreamSide side) {
        Boolean tls = side.tlsOf(plan.endpoint());
        WriteTarget target =
                resources.add(tls == null ? WriteTarget.open(plan.endpoint()) : WriteTarget.open(plan.endpoint(), tls));
        target.loginNote().ifPresent(listener::note);
        return target;
    }

    /** Resources are closed in reverse order, so nodes must connect before the components that use them. */
    private RunNodes connectNodes(Resources resources) throws InterruptedException {
        WorkerNodes workerNodes = settings.workers().orElse(null);
        return workerNodes == null
                ? RunNodes.NONE
                : RunNodes.connect(workerNodes, plan, clock, listener, settings.stop(), resources);
    }

    private WriteSide createWriteSide(WriteTarget target, WorkerPool.Factory pools) {
        WriteSide side =
                new WriteSide(plan, workloads, settings.tables(), target, pools, listener, settings.stop(), clock);
        if (Verifier.comparesRows(plan)) {
            side.countRows();
        }
        return side;
    }

    /** Closed before the write target, because it uses a connection of the target. */
    private HeartbeatWriter heartbeats(Resources resources, StreamSide side, WriteTarget target) {
        return resources.add(HeartbeatWriter.create(
                target.sidePool(),
                target.sidePool()::closeNow,
                side.streams().get(0).server().info(),
                target.databaseName(),
                plan));
    }

    private SampleTicker createTicker(StreamSide side) {
        Sampler sampler = new Sampler(
                writer == null ? List.of() : writer.metered(),
                side.streams().stream().map(FollowedStream::metered).toList(),
                requireStarted(verifier)::knowsOwn);
        List<String> consumerNames =
                settings.consumers().stream().map(ConsumerProbe::name).toList();
        Optional<SampleMeters> meters = settings.registry()
                .map(registry -> new SampleMeters(
                        registry,
                        sampler.loads().stream().map(LoadSampler::workload).toList(),
                        plan.streams().stream().map(StreamSpec::name).toList(),
                        consumerNames));
        String source = side.delayChoice().main().name();
        return new SampleTicker(
                sampler,
                new RunRecorder(
                        source,
                        settings.log()
                                .orElseGet(() -> new RetainedRows(
                                        Math.max(1, side.streams().size() + consumerNames.size())))),
                meters,
                listener,
                settings.probes(),
                faults,
                consumers.judge(),
                clock);
    }

    @Override
    public RunStream streams() {
        return requireStarted(streams);
    }

    @Override
    public @Nullable PlayServer playServer() {
        for (String line = playMessages.poll(); line != null; line = playMessages.poll()) {
            listener.note(Note.other(line));
        }
        return playServer;
    }

    @Override
    public RunLoad load() {
        return writer == null ? RunLoad.NONE : writer;
    }

    @Override
    public PhasedLoads phasedLoads() {
        return writer == null ? PhasedLoads.NONE : writer.phasedLoads();
    }

    @Override
    public RunJudge judge() {
        return requireStarted(verifier);
    }

    @Override
    public RunConsumers consumers() {
        return consumers;
    }

    @Override
    public void identifyLost() {
        identifyLostRows.run();
    }

    @Override
    public SampleTicker ticker() {
        return requireStarted(sampleTicker);
    }

    @Override
    public FaultInjector faults() {
        return faults;
    }

    @Override
    public @Nullable Goal goal() {
        return goal;
    }

    @Override
    public RunResult result(RunTimeline timeline, Samples samples, @Nullable String failure) {
        return new ResultBuilder(
                        plan,
                        settings.limits(),
                        timeline,
                        requireStarted(streams),
                        requireStarted(verifier),
                        writer,
                        samples,
                        faults.usesProxies(),
                        consumers,
                        nodes.summaries().get())
                .build(failure);
    }

    @Override
    public List<PhaseTotals> phases(RunTimeline timeline, Samples samples) {
        return PhaseTotals.of(timeline, samples.sampler(), writer == null ? List.of() : writer.loads());
    }

    private static <T> T requireStarted(@Nullable T component) {
        return Objects.requireNonNull(component, "the run has not started");
    }
}
