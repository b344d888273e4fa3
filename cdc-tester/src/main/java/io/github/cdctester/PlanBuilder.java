// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.FaultSchedule;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.internal.consumer.ConsumerReader;
import io.github.cdctester.internal.experiment.probe.ProbeReader;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.run.RunningRun;
import io.github.cdctester.server.HeldServer;
import io.github.cdctester.stop.StopSignal;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Collects a plan and what goes with it, then runs it. Not for use by several threads; may be run more than once. */
public final class PlanBuilder extends CdcTester.Planned {

    PlanBuilder(RunKeeper keeper) {
        super(keeper);
    }

    /**
     * Sets the server and the account: the target of the writes, and the source of the stream unless {@link #subscriber} has its
     * own.
     */
    public PlanBuilder endpoint(Endpoint server) {
        draft.endpoint = server;
        return this;
    }

    /**
     * Sets the workload. Without one, the run only measures the writes of other programs.
     *
     * @param spec the workload, such as {@code Sysbench.oltpInsert()}, {@code Scripted.file(Path.of("shop.yaml"))} or
     *     {@code Provided.workload("orders")}
     * @throws InvalidPlanException if a file or an option is wrong, or there is no such provider
     * @throws io.github.cdctester.failure.RunFailedException if a provider fails
     */
    public PlanBuilder workload(WorkloadSpec spec) {
        draft.workloads.make(spec); // errors appear now, not after servers have been started
        draft.workload = spec;
        return this;
    }

    /**
     * Sets how transactions are started; one worker in a closed loop by default.
     *
     * @param spec the load, such as {@code openLoop(16, perSecond(2_000))}
     */
    public PlanBuilder load(LoadSpec spec) {
        draft.load = spec;
        return this;
    }

    /**
     * Adds a load in the background of the others, in the measured part: {@link #load(NamedLoad)} with
     * {@link NamedLoad#background}.
     *
     * @param spec its workload, different from the first one
     * @param how how its own workers start transactions
     */
    public PlanBuilder background(WorkloadSpec spec, LoadSpec how) {
        draft.more.removeIf(NamedLoad::background);
        return load(NamedLoad.background(spec, how));
    }

    /**
     * Adds a load, such as {@code NamedLoad.of(workload, load).named("burst").between(from, length)}, after the earlier ones;
     * {@link #workload} is the first. The result's {@code write().workloads()} contains each, the effect of large transactions on
     * other delays is in {@code cdc().largeTransactions()}.
     *
     * @param one the load, with a unique name
     * @throws InvalidPlanException like {@link #workload}
     */
    public PlanBuilder load(NamedLoad one) {
        draft.workloads.of(one.workload());
        draft.more.add(one);
        return this;
    }

    /** Has worker nodes share the loads; without {@code cdc-tester-cluster} the run fails before it connects. */
    public PlanBuilder workers(WorkerNodes nodes) {
        draft.workers = nodes;
        return this;
    }

    /** Sets which SQL errors restart a transaction; 1213, 1205 and 1020 by default. */
    public PlanBuilder ignoreErrors(LoadSpec.IgnoredErrors errors) {
        draft.ignoredErrors = errors;
        return this;
    }

    /** Sets when the run measures; ten seconds without a warm-up by default. */
    public PlanBuilder window(Window spec) {
        draft.window = spec;
        return this;
    }

    /**
     * Sets when the run measures.
     *
     * @param measure the time that is measured
     */
    public PlanBuilder window(Window.WarmUp warmUp, Window.Measure measure) {
        return window(draft.within(warmUp, measure));
    }

    /** Sets how the stream is followed. */
    public PlanBuilder subscriber(SubscriberSpec spec) {
        draft.subscriber = spec;
        return this;
    }

    /**
     * Follows several streams at once, in place of the subscriber's.
     *
     * @param several the streams, each with a unique name, such as {@code StreamSpec.at(replica)}
     */
    public PlanBuilder streams(StreamSpec... several) {
        return subscriber(draft.subscriber.streams(List.of(several)));
    }

    /**
     * Follows no stream: the run is the write side only, for example for a server without a binlog. The run needs no replication,
     * {@code summary().cdc()} is {@code null}, and the verdict is NOT_CHECKED. Stream settings must be left out.
     *
     * @throws InvalidPlanException if a stream setting was changed
     */
    public PlanBuilder withoutStream() {
        return subscriber(draft.subscriber.stream(false));
    }

    /** Sets how losses, repetitions and reorderings of the stream are found; as exactly as possible by default. */
    public PlanBuilder verify(Verification how) {
        draft.verification = how;
        return this;
    }

    /**
     * Replays the row images of the workload's own tables: each change must start from the state after the earlier changes. No
     * transaction may change the workload's constant sums. At the end the tables must equal the replayed rows. Finds faults inside
     * of transactions. Keeps an image of the tables in memory.
     */
    public PlanBuilder replay() {
        draft.replay = true;
        return this;
    }

    /** Makes the tables before the run. */
    public PlanBuilder prepareFirst() {
        draft.prepare = true;
        return this;
    }

    /** Drops the tables after the run, however it ends. If the run cannot start, existing tables stay. */
    public PlanBuilder cleanupAfter() {
        draft.cleanup = true;
        return this;
    }

    /** Lets {@link #cleanup()} and {@link #cleanupAfter()} drop tables of the workload that this tool did not make. */
    public PlanBuilder dropForeignTables() {
        draft.dropForeign = true;
        return this;
    }

    /**
     * Checks the workload's consistency conditions at the server, after the preparation and after the run; the result's checks
     * contain the outcome. Only some workloads have conditions: {@code Tpcc.warehouses(1)}, {@code Transfers.between(100)}, and
     * files with checks.
     */
    public PlanBuilder checkConsistency() {
        draft.checkConsistency = true;
        return this;
    }

    /**
     * Injects faults during the measured part: in the network of the run's streams, which then use a proxy, or in given proxies. A
     * fault that cannot be injected is listed in the result's notes and {@code faults()}, and does not end the run.
     *
     * @param schedule faults and their times, such as {@code FaultSchedule.parse("at 10s: kill-dump; at 20s: cut 2s")}
     * @param network the caller's own proxies; none to use the run's
     */
    public PlanBuilder inject(FaultSchedule schedule, FaultProxy... network) {
        draft.faults = schedule;
        draft.proxies = List.of(network);
        return this;
    }

    /**
     * Sets the server that {@code restart} and {@code kill-9} may end and start again, and whose logs {@code purge} may delete.
     *
     * @param server such as an {@link io.github.cdctester.server.EmbeddedMariaDb}, or a container behind that interface
     */
    public PlanBuilder holding(HeldServer server) {
        draft.held = server;
        return this;
    }

    /**
     * Adds a comparison that fails the run; may be called several times. The result's checks contain the outcome of each: it fails
     * if the comparison is true, or the value is unknown.
     *
     * @param expression a number of the result by its name in result.json (the beginning {@code cdc.} or {@code write.} and the
     *     unit at its end may be left out), a comparison, and a number with a unit, such as {@code delay.p99>500ms}; or the
     *     verdict, such as {@code verdict!=LOSSLESS}
     * @throws InvalidPlanException if it has another form, there is no such value, or the unit does not fit it
     */
    public PlanBuilder failIf(String expression) {
        draft.failIf(expression);
        return this;
    }

    /** Publishes meters during the run, in the caller's own registry. */
    public PlanBuilder meterRegistry(MeterRegistry meterRegistry) {
        draft.registry = meterRegistry;
        return this;
    }

    /** Sets the listener of the run. */
    public PlanBuilder listener(RunListener runListener) {
        draft.listener = runListener;
        return this;
    }

    /**
     * Sets a signal that ends the run early and in order: with a result, or with a failure if nothing is measured yet. Any thread
     * may raise it. Each run needs its own, because a signal cannot be reset; without one, only {@link RunningRun#stop()} ends a
     * run early.
     */
    public PlanBuilder stopSignal(StopSignal signal) {
        draft.stop = signal;
        return this;
    }

    /**
     * Judges consumers together with the stream, by the reports of their probes; the result's {@code consumers()} contains each.
     *
     * @param probes one for each consumer, each with a unique name
     * @throws InvalidPlanException if two of them have the same name
     */
    public PlanBuilder consumer(ConsumerProbe... probes) {
        draft.judge(probes);
        return this;
    }

    /**
     * Starts consumers with each run, reads and judges their lines, and stops them after it. A run's listener receives messages on
     * them.
     *
     * @param specs one for each consumer, each with a unique name
     * @throws InvalidPlanException if two consumers have the same name
     */
    public PlanBuilder consumer(ConsumerSpec... specs) {
        draft.start(List.of(specs));
        return this;
    }

    /**
     * Adds the consumer of a file, like {@link #consumer(ConsumerSpec...)}.
     *
     * @param file YAML, see {@code docs/judge.md}
     * @throws InvalidPlanException if it cannot be read, a key in it is wrong, or two consumers have the same name
     */
    public PlanBuilder consumer(Path file) {
        return consumer(ConsumerReader.file(file));
    }

    /**
     * Keeps what the first stream brings, with its times, in a form that {@code cdc-tester play} serves again.
     *
     * @param directory is made if it is missing; must hold no recording
     */
    public PlanBuilder record(Path directory) {
        draft.keeping = RunSettings.Keeping.recording(directory);
        return this;
    }

    /**
     * Plays a recording at the plan's endpoint, with its account, during the run: a consumer's test without a database. Playing
     * waits until the run and its consumers read the log, in the warm-up; they must report all of it.
     *
     * @param speed 0.5 to 50 times the recorded speed, or {@link Double#POSITIVE_INFINITY}: all at once
     * @throws InvalidPlanException for another speed, or without a recording
     */
    public PlanBuilder play(Path directory, double speed) {
        return play(directory, speed, null);
    }

    /** Like {@link #play(Path, double)}, with a key and a certificate that consumers can verify; {@code null} to generate them. */
    public PlanBuilder play(Path directory, double speed, @Nullable SSLContext tls) {
        draft.played = RunSettings.Played.of(directory, speed, tls);
        return this;
    }

    /**
     * Learns a workload from the first stream, until the window's number of transactions is read. The file is written at the end
     * and must not exist; with {@code anonymous}, its names are replaced. Only tables of the endpoint's database are learned; if it
     * names none, all schemas are learned.
     */
    public PlanBuilder learn(Path file, boolean anonymous) {
        return learn(file, null, anonymous);
    }

    /** Like {@link #learn(Path, boolean)}, for another {@code database} than the endpoint's; empty for all schemas. */
    public PlanBuilder learn(Path file, @Nullable String database, boolean anonymous) {
        draft.keeping = RunSettings.Keeping.learning(file, database, anonymous);
        return this;
    }

    /**
     * Reads a number during the run, once a second. The samples contain it, and the result's {@code summary().probes()} its mean,
     * lowest and highest value. A missing answer of an HTTP endpoint or a program is a gap, listed in the result's notes.
     *
     * @param name the name of its series: letters, digits, {@code _} and {@code -}
     * @param source its source, such as {@code SHOW GLOBAL STATUS LIKE 'Threads_running'}, {@code cpu of the server},
     *     {@code http://host:9100/metrics node_load1}, {@code command ./nodes.sh}, or the keys of a plan file's probe in braces
     * @throws InvalidPlanException if it is none of these, or there is a probe of that name
     */
    public PlanBuilder probe(String name, String source) {
        draft.probe(List.of(ProbeReader.line(name, source)));
        return this;
    }

    /**
     * Reads several numbers during the run, like {@link #probe}.
     *
     * @param file YAML: the contents of {@code probes} in a plan file
     * @throws InvalidPlanException if it cannot be read, or a probe in it is wrong
     */
    public PlanBuilder probes(Path file) {
        draft.probe(ProbeReader.file(file));
        return this;
    }
}
