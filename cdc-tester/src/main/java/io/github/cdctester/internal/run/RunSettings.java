// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
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
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.run.stream.LogServer;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.micrometer.core.instrument.MeterRegistry;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A plan with the settings of its run.
 *
 * @param untilPresentEnd true if the run ends at the log's end as queried at the start
 * @param registry receives the meters
 * @param log stores the samples; empty: in memory
 * @param warmedUp ends the warm-up early
 * @param measured ends the measured time early; not used with phases
 * @param workers empty: this process writes and reads
 * @param played played at the plan's endpoint; empty: the endpoint is a real server
 * @param keeping records the first stream, or learns a workload from it
 */
@RecordBuilder
public record RunSettings(
        Plan plan,
        TablePolicy tables,
        List<Limit> limits,
        boolean untilPresentEnd,
        Optional<MeterRegistry> registry,
        RunListener listener,
        StopSignal stop,
        List<PlannedPhase> phases,
        ProbeReadings probes,
        Optional<SampleLog> log,
        Optional<WaitCondition> warmedUp,
        Optional<WaitCondition> measured,
        Injection injection,
        List<ConsumerProbe> consumers,
        List<ConsumerSpec> consumerSpecs,
        Optional<WorkerNodes> workers,
        Optional<Played> played,
        Optional<RunSettings.StreamTapFactory> keeping)
        implements RunSettingsCopy.With {

    public RunSettings {
        limits = List.copyOf(limits);
        phases = List.copyOf(phases);
        consumers = List.copyOf(consumers);
        consumerSpecs = List.copyOf(consumerSpecs);
    }

    public static RunSettings of(Plan plan, TablePolicy tables, RunListener listener, StopSignal stop) {
        return new RunSettings(
                plan,
                tables,
                List.of(),
                false,
                Optional.empty(),
                listener,
                stop,
                List.of(),
                ProbeReadings.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Injection.NONE,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * @param speed factor of the recorded speed, 0.5 to 50; {@link PlayServer#MAX_SPEED} plays without pauses
     * @param tls {@code null}: generated
     */
    public record Played(
            Recording recording, double speed, @Nullable SSLContext tls) {

        public static Played of(Path directory, double speed, @Nullable SSLContext tls) {
            if (!(speed >= 0.5 && speed <= 50) && speed != PlayServer.MAX_SPEED) {
                throw new InvalidPlanException("speed", speed, "a number from 0.5 to 50, or Double.POSITIVE_INFINITY");
            }
            return new Played(new Recording(directory), speed, tls);
        }
    }

    /** Called when the server of the first stream is known. */
    @FunctionalInterface
    public interface StreamTapFactory {
        /** @param stopRun deferred until the measured part starts */
        EventTap of(LogServer server, RunSettings settings, Runnable stopRun);

        static RunSettings.StreamTapFactory recording(Path directory) {
            return (server, settings, stopRun) ->
                    new Recorder(directory, server.endpoint(), server.info(), server.variables());
        }

        static RunSettings.StreamTapFactory learning(Path file, @Nullable String database, boolean anonymous) {
            if (Files.exists(file)) {
                throw new InvalidPlanException("workloadFile", file, "a file that is not there yet: it is written");
            }
            return (server, settings, stopRun) -> new Learner(
                    server.endpoint(),
                    server.nameInLog(Objects.requireNonNullElse(
                            database, settings.plan().endpoint().database())),
                    server.info().hasChecksums(),
                    file,
                    anonymous,
                    settings.plan().window().events(),
                    stopRun);
        }
    }

    public static void checkStream(
            Plan plan, List<Limit> limits, List<ConsumerProbe> consumers, Optional<WorkerNodes> workers) {
        boolean hasStream = plan.subscriber().stream();
        limits.forEach(limit -> limit.checkStream("failIf", hasStream));
        if (!hasStream && !consumers.isEmpty()) {
            throw new InvalidPlanException("consumer", consumers.get(0).name(), "left out if stream is off");
        }
        if (consumers.stream().anyMatch(probe -> JudgedProbe.of(probe).isSnapshotJudged())) {
            checkSnapshot(plan, workers.isPresent());
        }
        int subscribers = workers.map(nodes -> nodes.subscribers().size()).orElse(0);
        if (!hasStream && subscribers > 0) {
            throw new InvalidPlanException("subscribers", subscribers, "left out if stream is off");
        }
    }

    private static void checkSnapshot(Plan plan, boolean hasWorkers) {
        boolean writesStampedRows = plan.writes()
                && plan.loads().stream().anyMatch(load -> load.workload().stamped());
        if (!writesStampedRows || plan.replay() || plan.subscriber().streamsShare() != Sharing.NOTHING || hasWorkers) {
            String expected = writesStampedRows
                    ? "left out with a replay, with streams that share a log, and with worker nodes"
                    : "left out if no load stamps its rows";
            throw new InvalidPlanException("judgeSnapshot", "judged", expected);
        }
    }

    /** For checks only: probes created from {@code specs} belong to no run. */
    public static List<ConsumerProbe> allProbes(List<ConsumerProbe> probes, List<ConsumerSpec> specs) {
        return Stream.concat(probes.stream(), specs.stream().map(ConsumerSpec::probe))
                .toList();
    }

    /** Returns the names of all consumers that the run judges. */
    public List<String> judgedConsumers() {
        return allProbes(consumers, consumerSpecs).stream()
                .map(ConsumerProbe::name)
                .toList();
    }

    /** Rejects faults of consumers that the run does not start. */
    public void checkConsumerFaults() {
        injection.checkConsumers(startedConsumers());
    }

    List<String> startedConsumers() {
        return consumerSpecs.stream()
                .filter(spec -> !spec.command().isEmpty())
                .map(ConsumerSpec::name)
                .toList();
    }

    /** Injects a fault immediately. Returns false if the measured part has ended. May be called by any thread. */
    public boolean inject(Fault fault) {
        return injection.requests().request(fault.onEach(startedConsumers()));
    }

    void checkStream() {
        checkStream(plan, limits, allProbes(consumers, consumerSpecs), workers);
        if (!plan.subscriber().stream() && phases.stream().anyMatch(PlannedPhase.Backlog.class::isInstance)) {
            throw new InvalidPlanException("stream", "off", "on with a backlog phase");
        }
        if (keeping.isPresent() && plan.subscriber().reader() != Reader.NATIVE) {
            throw new InvalidPlanException("reader", "connector", "native if the stream is recorded or learned from");
        }
    }

    /** Keeps the faults. The caller creates and drops the tables. */
    public RunSettings withPreparedTables(Plan replacement) {
        TablePolicy unchanged = new TablePolicy(false, false, tables.dropForeign(), tables.checkConsistency());
        return RunSettingsCopy.of(this)
                .plan(replacement.inject(injection.schedule()))
                .tables(unchanged)
                .build();
    }

    /** Also changes the faults of the plan. */
    public RunSettings injecting(Injection faults) {
        return RunSettingsCopy.of(this)
                .plan(plan.inject(faults.schedule()))
                .injection(faults)
                .build();
    }
}
