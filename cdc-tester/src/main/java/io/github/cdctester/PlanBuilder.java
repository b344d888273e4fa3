// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.internal.consumer.ConsumerReader;
import io.github.cdctester.internal.experiment.probe.ProbeReader;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.run.RunningRun;
import io.github.cdctester.server.ControlledServer;
import io.github.cdctester.stop.StopSignal;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Builds and runs a plan. A builder may be run several times. Not thread-safe. Its methods reject {@code null} with a {@code
 * NullPointerException}, unless documented otherwise.
 */
public final class PlanBuilder extends CdcTester.PlanActions {

    PlanBuilder(RunExecutor executor) {
        super(executor);
    }

    /**
     * Sets the server and the account. The run writes to this server. It also reads this server's log, unless {@link #subscriber} or
     * {@link #streams} selects another server.
     */
    public PlanBuilder endpoint(Endpoint server) {
        draft.endpoint = Objects.requireNonNull(server, "server");
        return this;
    }

    /**
     * Sets the workload of the first load. Without any load, the run writes nothing except requested heartbeats, and measures
     * the writes of other programs.
     *
     * @param spec the workload, such as {@code Sysbench.oltpInsert()}, {@code Scripted.file(Path.of("shop.yaml"))} or
     *     {@code Provided.workload("orders")}
     * @throws InvalidPlanException if a file or an option is wrong, or the provider does not exist
     * @throws io.github.cdctester.failure.RunFailedException if a provider fails
     */
    public PlanBuilder workload(WorkloadSpec spec) {
        draft.workloads.createWorkload(
                Objects.requireNonNull(spec, "spec")); // detects errors before servers are started
        draft.workload = spec;
        return this;
    }

    /**
     * Sets the load: number of workers, and closed loop or open loop. Default: one worker in a closed loop. Any other
     * load requires {@link #workload}.
     *
     * @param spec the load, such as {@code openLoop(16, perSecond(2_000))}
     */
    public PlanBuilder load(LoadSpec spec) {
        draft.load = Objects.requireNonNull(spec, "spec");
        return this;
    }

    /**
     * Sets the background load during the measured part. Replaces all earlier background loads.
     *
     * @param spec background workload, different from the first load's workload
     * @param load background load, with its own workers
     */
    public PlanBuilder background(WorkloadSpec spec, LoadSpec load) {
        NamedLoad namedLoad =
                NamedLoad.background(Objects.requireNonNull(spec, "spec"), Objects.requireNonNull(load, "load"));
        draft.workloads.of(spec); // fails before the earlier loads are removed
        draft.furtherLoads.removeIf(NamedLoad::background);
        return load(namedLoad);
    }

    /**
     * Adds a load, such as {@code NamedLoad.of(workload, load).named("burst").between(from, length)}. The plan's first load is
     * set by {@link #workload} and {@link #load(LoadSpec)}. The result's {@code write().workloads()} lists each load. {@code
     * cdc().largeTransactions()} reports how large transactions delay other transactions.
     *
     * @param namedLoad the load, with a unique name
     * @throws InvalidPlanException if a file or an option of the workload is wrong, or the provider does not exist
     */
    public PlanBuilder load(NamedLoad namedLoad) {
        draft.workloads.of(Objects.requireNonNull(namedLoad, "namedLoad").workload());
        draft.furtherLoads.add(namedLoad);
        return this;
    }

    /** Distributes loads and streams over worker nodes. Without {@code cdc-tester-cluster}, the run fails before it connects. */
    public PlanBuilder workers(WorkerNodes nodes) {
        draft.workers = Objects.requireNonNull(nodes, "nodes");
        return this;
    }

    /** Sets the SQL error codes after which a transaction is retried. Default: 1213, 1205 and 1020. */
    public PlanBuilder ignoreErrors(LoadSpec.IgnoredErrors errors) {
        draft.ignoredErrors = Objects.requireNonNull(errors, "errors");
        return this;
    }

    /**
     * Sets warm-up, measured time and drain. Default: no warm-up, and 10 s or the workload's number of transactions, if it has
     * one.
     */
    public PlanBuilder window(Window spec) {
        draft.window = Objects.requireNonNull(spec, "spec");
        return this;
    }

    /**
     * Sets the lengths of warm-up and measured time. Keeps the other values of the window.
     *
     * @param measure length of the measured time
     */
    public PlanBuilder window(Window.WarmUp warmUp, Window.Measure measure) {
        return window(
                new Window(warmUp.duration(), measure.duration(), draft.window.events(), draft.window.drainTimeout()));
    }

    /** Sets the stream: source, start position, reader and delay source. */
    public PlanBuilder subscriber(SubscriberSpec spec) {
        draft.subscriber = Objects.requireNonNull(spec, "spec");
        return this;
    }

    /**
     * Follows several streams at once, instead of the subscriber's stream. Each has its own start; the subscriber must have none.
     *
     * @param streams the streams, each with a unique name, such as {@code StreamSpec.at(replica)}
     */
    public PlanBuilder streams(StreamSpec... streams) {
        return subscriber(draft.subscriber.streams(List.of(Objects.requireNonNull(streams, "streams"))));
    }

    /**
     * Follows no stream, for example for a server without a binlog. The run only writes, and needs no replication privileges.
     * {@code summary().cdc()} is {@code null}, and the verdict is NOT_CHECKED. Stream settings must not be set.
     *
     * @throws InvalidPlanException if a stream setting was changed
     */
    public PlanBuilder withoutStream() {
        return subscriber(draft.subscriber.stream(false));
    }

    /** Sets the method that finds lost, repeated and reordered transactions. Default: the strongest possible method. */
    public PlanBuilder verify(Verification verification) {
        draft.verification = Objects.requireNonNull(verification, "verification");
        return this;
    }

    /**
     * Replays the row images of the workload's tables, to find faults inside transactions. Each before-image must equal the row's state
     * after all earlier changes. Each transaction must keep the workload's invariants, such as a constant total balance. At the end,
     * the tables must equal the replayed rows. Keeps a copy of the tables in memory.
     */
    public PlanBuilder replay() {
        draft.replay = true;
        return this;
    }

    /** Creates and fills the tables before the run. */
    public PlanBuilder prepareFirst() {
        draft.prepare = true;
        return this;
    }

    /** Drops the tables after the run, even after a failure. If the run cannot start, existing tables remain. */
    public PlanBuilder cleanupAfter() {
        draft.cleanup = true;
        return this;
    }

    /** Allows {@link #cleanup()} and {@link #cleanupAfter()} to drop tables of the workload that this tool did not create. */
    public PlanBuilder dropForeignTables() {
        draft.dropForeign = true;
        return this;
    }

    /**
     * Checks the workload's consistency conditions at the server, after the preparation and after the run. The result's checks
     * list the outcomes. Workloads with conditions: {@code Tpcc.warehouses(1)}, {@code Transfers.between(100)}, and workload
     * files with checks.
     */
    public PlanBuilder checkConsistency() {
        draft.checkConsistency = true;
        return this;
    }

    /**
     * Injects faults during the measured part. A fault that cannot be injected does not end the run; the result's notes and
     * {@code faults()} list it.
     *
     * @param schedule faults and their times, such as {@code FaultSchedule.parse("at 10s: kill-dump; at 20s: cut 2s")}
     * @param proxies your own proxies for network faults; if none, the run creates one proxy per server
     */
    public PlanBuilder inject(FaultSchedule schedule, FaultProxy... proxies) {
        Objects.requireNonNull(schedule, "schedule");
        draft.proxies = List.of(Objects.requireNonNull(proxies, "proxies"));
        draft.faults = schedule;
        return this;
    }

    /**
     * Sets the server that faults may control: {@code restart} and {@code kill-9} restart it, and {@code purge} deletes its
     * binlogs.
     *
     * @param server an {@link io.github.cdctester.server.EmbeddedMariaDb}, or an implementation for a container
     */
    public PlanBuilder controlledServer(ControlledServer server) {
        draft.controlledServer = Objects.requireNonNull(server, "server");
        return this;
    }

    /**
     * Adds a condition that fails the run; this method may be called several times. The result's checks list each condition. A
     * check fails if the condition is true, or if its value is unknown.
     *
     * @param expression name of a value in result.json, comparison, and number with unit, such as {@code delay.p99>500ms}; or the
     *     verdict, such as {@code verdict!=LOSSLESS}. The prefixes {@code cdc.} and {@code write.} and the unit at the end of the
     *     name may be omitted
     * @throws InvalidPlanException if the expression has another form, the value does not exist, or the unit does not fit
     */
    public PlanBuilder failIf(String expression) {
        draft.limits.add(Limit.parse(Objects.requireNonNull(expression, "expression")));
        return this;
    }

    /** Publishes meters in this registry during the run. */
    public PlanBuilder meterRegistry(MeterRegistry meterRegistry) {
        draft.registry = Objects.requireNonNull(meterRegistry, "meterRegistry");
        return this;
    }

    /** Sets the listener of the run. Sweeps, searches and plan files also use it if they have no listener of their own. */
    public PlanBuilder listener(RunListener runListener) {
        draft.listener = Objects.requireNonNull(runListener, "runListener");
        return this;
    }

    /**
     * Sets a signal that stops the run early. The run then returns a result, or fails if nothing was measured yet. Any thread may raise
     * the signal. Each run needs its own signal, because a signal cannot be reset. Without this setting, each run has a signal that
     * {@link RunningRun#stop()} raises.
     */
    public PlanBuilder stopSignal(StopSignal signal) {
        draft.stop = Objects.requireNonNull(signal, "signal");
        return this;
    }

    /**
     * Judges consumers in addition to the stream, from the reports of their probes. The result's {@code consumers()} lists each
     * consumer.
     *
     * @param probes one probe per consumer, with unique names
     * @throws InvalidPlanException if two consumers have the same name
     */
    public PlanBuilder consumer(ConsumerProbe... probes) {
        draft.addConsumers(List.of(Objects.requireNonNull(probes, "probes")));
        return this;
    }

    /**
     * Starts each consumer that has a command, judges the consumers' lines, and stops the consumers after the run. Consumers start
     * before the load; a consumer whose snapshot is judged starts during the load.
     *
     * @param specs one specification per consumer, with unique names
     * @throws InvalidPlanException if two consumers have the same name
     */
    public PlanBuilder consumer(ConsumerSpec... specs) {
        draft.addStartedConsumers(List.of(Objects.requireNonNull(specs, "specs")));
        return this;
    }

    /**
     * Starts and judges a consumer that is defined in a file; see {@link #consumer(ConsumerSpec...)}.
     *
     * @param file YAML, see {@code docs/judge.md}
     * @throws InvalidPlanException if the file cannot be read, a key is wrong, or two consumers have the same name
     */
    public PlanBuilder consumer(Path file) {
        return consumer(ConsumerReader.readFile(Objects.requireNonNull(file, "file")));
    }

    /**
     * Records the first stream and its arrival times, for {@code cdc-tester play}.
     *
     * @param directory created if missing; must not contain a recording
     */
    public PlanBuilder record(Path directory) {
        draft.tapFactory = RunSettings.StreamTapFactory.recording(Objects.requireNonNull(directory, "directory"));
        return this;
    }

    /**
     * Serves a recording: listens at the plan's endpoint like a server, and accepts the endpoint's account. Tests a consumer without a
     * database. During the
     * warm-up, playback waits until the run and its consumers read the log. The consumers must report all recorded changes.
     *
     * @param directory directory of the recording
     * @param speed 0.5 to 50 times the recorded speed, or {@link Double#POSITIVE_INFINITY} for no pauses
     * @throws InvalidPlanException if the speed is out of range, or the directory contains no recording
     */
    public PlanBuilder play(Path directory, double speed) {
        return play(directory, speed, null);
    }

    /** Like {@link #play(Path, double)}, with a key and a certificate that consumers can verify; {@code null}: generated. */
    public PlanBuilder play(Path directory, double speed, @Nullable SSLContext tls) {
        draft.played = RunSettings.Played.of(Objects.requireNonNull(directory, "directory"), speed, tls);
        return this;
    }

    /**
     * Learns a workload from the first stream, until {@link #window(Window)} ends or its number of transactions is read. Learns
     * the tables of the endpoint's database, or of all schemas if the endpoint has no database.
     *
     * @param file workload file, written at the end; must not exist
     * @param anonymous true to replace names in the file
     */
    public PlanBuilder learn(Path file, boolean anonymous) {
        return learn(file, null, anonymous);
    }

    /**
     * Like {@link #learn(Path, boolean)}, for another {@code database}: empty for all schemas, {@code null} for the endpoint's.
     */
    public PlanBuilder learn(Path file, @Nullable String database, boolean anonymous) {
        draft.tapFactory =
                RunSettings.StreamTapFactory.learning(Objects.requireNonNull(file, "file"), database, anonymous);
        return this;
    }

    /**
     * Reads a number during the run, by default once per second. The samples contain the values; the result's {@code
     * summary().probes()} contains mean, minimum and maximum. If an HTTP endpoint or a program does not answer, the value is
     * missing, and a note reports this.
     *
     * @param name name of the series: letters, digits, {@code _} and {@code -}
     * @param source source of the number, such as {@code SHOW GLOBAL STATUS LIKE 'Threads_running'}, {@code cpu of the server},
     *     {@code http://host:9100/metrics node_load1}, {@code command ./nodes.sh}, or a plan file's probe keys in braces
     * @throws InvalidPlanException if the name or the source has another form, or a probe with this name exists
     */
    public PlanBuilder probe(String name, String source) {
        draft.addProbes(List.of(
                ProbeReader.parseLine(Objects.requireNonNull(name, "name"), Objects.requireNonNull(source, "source"))));
        return this;
    }

    /**
     * Reads the numbers that a file defines during the run; see {@link #probe}.
     *
     * @param file YAML: the content of {@code probes} in a plan file
     * @throws InvalidPlanException if the file cannot be read, or a probe is wrong
     */
    public PlanBuilder probes(Path file) {
        draft.addProbes(ProbeReader.readFile(Objects.requireNonNull(file, "file")));
        return this;
    }
}
