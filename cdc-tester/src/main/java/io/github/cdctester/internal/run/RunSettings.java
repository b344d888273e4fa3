// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.binlog.EventTap;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.learn.Learner;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.internal.play.Recorder;
import io.github.cdctester.internal.play.Recording;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.load.TablePolicy.Filling;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.run.stream.LogServer;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.run.RunListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A plan, and all settings around it that are not values. It never changes: modifications return a copy. */
public final class RunSettings implements Cloneable {

    private final List<Limit> limits;
    private final boolean untilPresentEnd;
    private final StopSignal stop;
    /** Completed when it begins to measure. */
    private final CompletableFuture<Void> begun = new CompletableFuture<>();

    private Plan plan;
    private TablePolicy tables;
    private Optional<MeterRegistry> registry;
    private RunListener listener;
    private List<PlannedPhase> phases = List.of();
    private ProbeReadings probes = ProbeReadings.NONE;
    private Optional<SampleLog> log = Optional.empty();
    private Optional<WaitCondition> warmedUp = Optional.empty();
    private Optional<WaitCondition> measured = Optional.empty();
    private Injection injection = Injection.NONE;
    private List<ConsumerProbe> consumers = List.of();
    private Optional<WorkerNodes> workers = Optional.empty();
    private Optional<Played> played = Optional.empty();
    private Optional<Keeping> keeping = Optional.empty();

    /** A recording that is played in place of a server, how much faster than it was recorded, and its certificate, if not any. */
    public record Played(
            Recording recording, double speed, @Nullable SSLContext tls) {

        public static Played of(Path directory, double speed, @Nullable SSLContext tls) {
            if (!(speed >= 0.5 && speed <= 50) && speed != PlayServer.MAX) {
                throw new InvalidPlanException("speed", speed, "a number from 0.5 to 50, or Double.POSITIVE_INFINITY");
            }
            return new Played(new Recording(directory), speed, tls);
        }
    }

    /** Makes who is shown the events of the first stream, once its server is known. */
    @FunctionalInterface
    public interface Keeping {
        EventTap of(LogServer server, RunSettings settings);

        static Keeping recording(Path directory) {
            return (server, settings) -> new Recorder(directory, server.endpoint(), server.info(), server.variables());
        }

        /** Learns a workload from them. */
        @SuppressWarnings("FutureReturnValueIgnored") // raising a signal throws nothing
        static Keeping learning(Path file, @Nullable String database, boolean anonymous) {
            if (Files.exists(file)) {
                throw new InvalidPlanException("workloadFile", file, "a file that is not there yet: it is written");
            }
            return (server, settings) -> new Learner(
                    server.endpoint(),
                    server.inLog(Objects.requireNonNullElse(
                            database, settings.plan().endpoint().database())),
                    server.info().hasChecksums(),
                    file,
                    anonymous,
                    settings.plan().window().events(),
                    () -> settings.begun.whenComplete(
                            (begun, never) -> settings.stop().raise()));
        }
    }

    /** An ordinary run: in one piece and one process, without probes, its samples in memory. */
    public RunSettings(
            Plan plan,
            boolean prepare,
            boolean cleanup,
            boolean dropForeign,
            boolean checkConsistency,
            List<Limit> limits,
            boolean untilPresentEnd,
            Optional<MeterRegistry> registry,
            RunListener listener,
            StopSignal stop) {
        this.plan = plan;
        tables = new TablePolicy(prepare, cleanup, dropForeign, checkConsistency);
        this.limits = List.copyOf(limits);
        this.untilPresentEnd = untilPresentEnd;
        this.registry = registry;
        this.listener = listener;
        this.stop = stop;
    }

    private RunSettings with(Consumer<RunSettings> change) {
        try {
            RunSettings copy = (RunSettings) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    public Plan plan() {
        return plan;
    }

    public TablePolicy tables() {
        return tables;
    }

    public List<Limit> limits() {
        return limits;
    }

    /** Returns true if the run ends when the stream has reached the end that the log had at the beginning. */
    public boolean untilPresentEnd() {
        return untilPresentEnd;
    }

    /** Returns the registry for meters, if any. */
    public Optional<MeterRegistry> registry() {
        return registry;
    }

    public RunListener listener() {
        return listener;
    }

    public StopSignal stop() {
        return stop;
    }

    /**
     * Reports that the run is connected, and begins to measure. With a short log, learning may already be complete.
     *
     * @throws StoppedEarlyException if a stop was requested before
     */
    void begin() {
        if (stop.isRaised()) {
            throw new StoppedEarlyException();
        }
        begun.complete(null);
    }

    /** Returns the phases of the measured part; empty if all loads run for the whole window. */
    public List<PlannedPhase> phases() {
        return phases;
    }

    public ProbeReadings probes() {
        return probes;
    }

    /** Returns the storage for samples; empty for memory. */
    public Optional<SampleLog> log() {
        return log;
    }

    public Optional<WaitCondition> warmedUp() {
        return warmedUp;
    }

    /** Ends the measured part before its time, unless it is in phases. */
    public Optional<WaitCondition> measured() {
        return measured;
    }

    public Injection injection() {
        return injection;
    }

    /** Returns the consumers to judge. */
    public List<ConsumerProbe> consumers() {
        return consumers;
    }

    /** Returns the nodes that write and read; empty for this process. */
    public Optional<WorkerNodes> workers() {
        return workers;
    }

    /** Returns the receiver of the stream's events; empty for none. */
    public Optional<Keeping> keeping() {
        return keeping;
    }

    public RunSettings keeping(Optional<Keeping> keeper) {
        return with(copy -> copy.keeping = keeper);
    }

    /** Returns the recording played at the plan's endpoint; empty with a real server. */
    public Optional<Played> played() {
        return played;
    }

    public RunSettings playing(Optional<Played> what) {
        return with(copy -> copy.played = what);
    }

    /** Rejects stream settings in a run without a stream. */
    public static void checkStream(
            Plan plan, List<Limit> limits, List<ConsumerProbe> consumers, Optional<WorkerNodes> workers) {
        boolean followed = plan.subscriber().stream();
        limits.forEach(limit -> limit.checkStream("failIf", followed));
        if (!followed && !consumers.isEmpty()) {
            throw new InvalidPlanException("consumer", consumers.get(0).name(), "left out where stream is off");
        }
        if (consumers.stream().anyMatch(probe -> JudgedProbe.of(probe).isSnapshotJudged())) {
            checkSnapshot(plan, workers.isPresent());
        }
        int subscribers = workers.map(nodes -> nodes.subscribers().size()).orElse(0);
        if (!followed && subscribers > 0) {
            throw new InvalidPlanException("subscribers", subscribers, "left out where stream is off");
        }
    }

    private static void checkSnapshot(Plan plan, boolean nodes) {
        boolean stamped = plan.writes()
                && plan.loads().stream().anyMatch(load -> load.workload().stamped());
        if (!stamped || plan.replay() || plan.subscriber().streamsShare() != Sharing.NOTHING || nodes) {
            String right = stamped
                    ? "left out with a replay, with streams that share a log, and with worker nodes"
                    : "left out where no load stamps its rows";
            throw new InvalidPlanException("judgeSnapshot", "judged", right);
        }
    }

    void checkStream() {
        checkStream(plan, limits, consumers, workers);
        if (!plan.subscriber().stream() && phases.stream().anyMatch(PlannedPhase.Backlog.class::isInstance)) {
            throw new InvalidPlanException("stream", "off", "on where a backlog is to pile up");
        }
        if (keeping.isPresent() && plan.subscriber().reader() != Reader.NATIVE) {
            throw new InvalidPlanException(
                    "reader", "connector", "native where the stream is recorded or learned from");
        }
    }

    public RunSettings of(Plan other) {
        return with(copy -> copy.plan = other);
    }

    /** Returns the settings for another plan, whose tables are created and dropped elsewhere. */
    public RunSettings amongTables(Plan other) {
        TablePolicy left = new TablePolicy(false, false, tables.dropForeign(), tables.checkConsistency());
        return with(copy -> {
            copy.plan = other.inject(injection.schedule());
            copy.tables = left;
        });
    }

    /** Returns a copy with another way to fill tables. */
    public RunSettings filling(Filling other) {
        return with(copy -> copy.tables = tables.filling(other));
    }

    public RunSettings writtenBy(Optional<WorkerNodes> nodes) {
        return with(copy -> copy.workers = nodes);
    }

    public RunSettings judging(List<ConsumerProbe> others) {
        return with(copy -> copy.consumers = List.copyOf(others));
    }

    public RunSettings inPhases(List<PlannedPhase> others) {
        return with(copy -> copy.phases = List.copyOf(others));
    }

    public RunSettings probing(ProbeReadings readings) {
        return with(copy -> copy.probes = readings);
    }

    public RunSettings keeping(SampleLog samples) {
        return with(copy -> copy.log = Optional.of(samples));
    }

    /** Returns a copy with a warm-up that ends when a condition is met; the window's warm-up is the maximum. */
    public RunSettings warmingUpUntil(WaitCondition condition) {
        return with(copy -> copy.warmedUp = Optional.of(condition));
    }

    /** With a measured part that ends as soon as something has happened; its window's end is the latest. */
    public RunSettings measuringUntil(WaitCondition condition) {
        return with(copy -> copy.measured = Optional.of(condition));
    }

    /** Returns a copy with faults, also in the plan. */
    public RunSettings injecting(Injection faults) {
        return with(copy -> {
            copy.plan = plan.inject(faults.schedule());
            copy.injection = faults;
        });
    }

    public RunSettings listeningWith(RunListener other) {
        return with(copy -> copy.listener = other);
    }

    public RunSettings publishing(MeterRegistry meters) {
        return with(copy -> copy.registry = Optional.of(meters));
    }
}
