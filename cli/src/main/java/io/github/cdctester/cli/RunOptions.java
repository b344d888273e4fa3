// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.options.BackgroundOptions;
import io.github.cdctester.cli.options.CdcOptions;
import io.github.cdctester.cli.options.ConsumerOptions;
import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.LoadOptions;
import io.github.cdctester.cli.options.OptionGroup;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.ProbeOptions;
import io.github.cdctester.cli.options.StreamOptions;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.options.WindowOptions;
import io.github.cdctester.cli.options.WorkersOptions;
import io.github.cdctester.cli.options.WorkloadOptions;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.cli.session.WriteGuard;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.internal.experiment.Sweep.SweepPlan;
import io.github.cdctester.internal.run.load.ClientChoice;
import io.github.cdctester.internal.scenario.ScenarioRun;
import io.github.cdctester.stop.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the plan and the server of a run. */
final class RunOptions extends OptionGroup {

    private static final int PLAY_PORT = 3307;

    private record LoadChoices(WorkloadSpec workload, LoadSpec load, Optional<NamedLoad> background) {

        List<NamedLoad> loads() {
            return Stream.concat(Stream.of(NamedLoad.of(workload, load)), background.stream())
                    .toList();
        }
    }

    @Mixin
    private EndpointOptions endpointOptions;

    @Mixin
    private CdcOptions cdcOptions;

    @Mixin
    private WorkloadOptions workloadOptions;

    @Mixin
    private LoadOptions loadOptions;

    @Mixin
    private BackgroundOptions backgroundOptions;

    @Mixin
    private WindowOptions windowOptions;

    @Mixin
    private WorkersOptions workersOptions;

    @Mixin
    private StreamOptions streamOptions;

    @Mixin
    private ProbeOptions probeOptions;

    @Mixin
    private OutputOptions outputOptions;

    @Option(names = "--prepare", description = "Create the tables before the run")
    private boolean prepare;

    @Option(names = "--cleanup", description = "Drop the tables after the run")
    private boolean cleanup;

    @Option(names = "--force", description = "Drop tables even if cdc-tester did not create them")
    private boolean force;

    @Mixin
    private WriteGuard guard;

    @Option(names = "--check", description = "Check the workload's consistency conditions before and after the run")
    private boolean check;

    @Option(names = "--replay", description = "Find torn and swapped transactions by replaying row images in memory")
    private boolean replay;

    @Mixin
    private ConsumerOptions consumerOptions;

    OutputOptions output() {
        return outputOptions;
    }

    /** Returns empty if the command starts an embedded server. */
    Optional<Endpoint> configuredEndpoint() {
        return endpointOptions.endpoint();
    }

    List<ConsumerSpec> consumers() {
        return consumerOptions.consumers();
    }

    /** Returns zero if unknown. */
    Duration measuredTime() {
        return windowOptions
                .window(
                        loadChoices(loadOptions.load()).workload,
                        workloadOptions.transactionCountOption(),
                        Defaults.WARM_UP)
                .measure();
    }

    /** Does not contact the server. Returns the time of warm-up and measurement; zero if unknown. */
    Duration plannedTime(PlanBuilder plan) {
        Window window = withEndpoint(configuredEndpoint().orElse(ScenarioRun.UNKNOWN_ENDPOINT), plan)
                .build()
                .window();
        return window.measure().isZero() ? Duration.ZERO : window.warmUp().plus(window.measure());
    }

    /** The plan's endpoint must still be set. {@code warmUp} is the default warm-up. */
    PlanBuilder plan(StopSignal stop, Duration warmUp) {
        LoadChoices loadChoices = loadChoices(loadOptions.load());
        return plan(
                loadChoices,
                windowOptions.window(loadChoices.workload, workloadOptions.transactionCountOption(), warmUp),
                stop);
    }

    /** Returns true if a load stamps its rows, because of an option or its workload file. */
    boolean stampsRows() {
        return loadChoices(loadOptions.load()).loads().stream()
                .anyMatch(load -> load.workload().stamped());
    }

    PlanBuilder searchPlan(StopSignal stop) {
        LoadChoices loadChoices = loadChoices(loadOptions.openLoop(FindMaxPlan.START_RATE));
        return plan(loadChoices, windowOptions.window(FindMaxPlan.WARM_UP, FindMaxPlan.MEASURE), stop);
    }

    /** The plan must run only once, because existing reports are replaced. */
    void storeReports(PlanBuilder plan) {
        WorkloadSpec workload = loadChoices(loadOptions.load()).workload;
        if (!storingReport(workload).equals(workload)) {
            plan.workload(storingReport(workload));
        }
        workersOptions.nodes(outputOptions.outForRunFiles()).ifPresent(plan::workers);
    }

    /** Without {@code --out}, returns {@code workload}. */
    WorkloadSpec storingReport(WorkloadSpec workload) {
        return outputOptions.out().map(workload::keptIn).orElse(workload);
    }

    PlanBuilder followingPlan(StopSignal stop, Duration warmUp) {
        Endpoint endpoint = endpointOptions.requiredEndpointOr(cdcOptions.firstUrl());
        PlanBuilder plan = withEndpoint(endpoint, CdcTester.plan());
        workersOptions.apply(plan);
        return withOutputAndProbes(plan, windowOptions.window(warmUp, Defaults.MEASURE), stop);
    }

    PlanBuilder playingPlan(StopSignal stop, Path recording, double speed, @Nullable SSLContext tls) {
        Endpoint server = endpointOptions.listenEndpoint("127.0.0.1", PLAY_PORT);
        boolean isSslConfigured = server.sslMode() != Defaults.SSL_MODE;
        PlanBuilder plan =
                withEndpoint(isSslConfigured ? server : server.withSsl(SslMode.DISABLED, null), CdcTester.plan());
        return withOutputAndProbes(plan, windowOptions.window(Duration.ZERO, Duration.ZERO), stop)
                .play(recording, speed, tls);
    }

    private PlanBuilder withOutputAndProbes(PlanBuilder plan, Window window, StopSignal stop) {
        Session.check(spec.commandLine(), outputOptions, false);
        outputOptions.limits().forEach(plan::failIf);
        probeOptions.apply(plan);
        plan.consumer(consumers().toArray(ConsumerSpec[]::new));
        return plan.window(window).verify(streamOptions.verification()).stopSignal(stop);
    }

    private PlanBuilder plan(LoadChoices loadChoices, Window window, StopSignal stop) {
        PlanBuilder plan = CdcTester.plan()
                .workload(loadChoices.workload)
                .load(loadChoices.load)
                .ignoreErrors(loadOptions.ignoredErrors());
        loadChoices.background.ifPresent(load -> plan.background(load.workload(), load.load()));
        cdcOptions.rejectContradictions(0);
        withOutputAndProbes(plan, window, stop);
        workersOptions.apply(plan);
        if (prepare) {
            plan.prepareFirst();
        }
        if (replay) {
            plan.replay();
        }
        if (check) {
            plan.checkConsistency();
        }
        if (force) {
            plan.dropForeignTables();
        }
        if (!streamOptions.isFollowed()) {
            withEndpoint(ScenarioRun.UNKNOWN_ENDPOINT, plan)
                    .build(); // detects unsuitable options before a server is started
        }
        return cleanup ? plan.cleanupAfter() : plan;
    }

    SweepPlan sweep(SweepOptions options) {
        SweepPlan sweep = options.plan(loadOptions, workloadOptions);
        sweep.check(loadChoices(loadOptions.load()).loads(), streamOptions.isFollowed(), consumerNames());
        return sweep;
    }

    FindMaxPlan findMax(DoubleFunction<FindMaxPlan> planForStartRate) {
        LoadSpec.OpenLoop load = loadOptions.openLoop(FindMaxPlan.START_RATE);
        FindMaxPlan search = planForStartRate.apply(load.rate().perSecond());
        search.check(
                loadChoices(load).loads(),
                windowOptions.window(FindMaxPlan.WARM_UP, FindMaxPlan.MEASURE),
                streamOptions.isFollowed(),
                consumerNames());
        return search;
    }

    private List<String> consumerNames() {
        return consumers().stream().map(ConsumerSpec::name).toList();
    }

    private LoadChoices loadChoices(LoadSpec load) {
        Optional<String> background = backgroundOptions.workload();
        WorkloadSpec workload =
                background.map(workloadOptions::workloadWithBackground).orElseGet(workloadOptions::workload);
        return new LoadChoices(
                workload,
                loadOptions.withLearnedRate(workload, workloadOptions.withWorkloadInterval(load)),
                background.map(name -> NamedLoad.background(
                        workloadOptions.background(name),
                        workloadOptions.withWorkloadInterval(name, backgroundOptions.load()))));
    }

    CommandServer open(PlanBuilder plan, AbstractCommand command) {
        Optional<Endpoint> userEndpoint = configuredEndpoint();
        userEndpoint.ifPresent(endpoint -> guard.check(withEndpoint(endpoint, plan)::foreignTables, endpoint));
        command.begin(outputOptions);
        return userEndpoint.map(CommandServer::ofEndpoint).orElseGet(this::startEmbedded);
    }

    /** On an embedded server, the run also creates the tables. */
    void setServer(PlanBuilder plan, CommandServer server) {
        withEndpoint(server.endpoint(), plan);
        server.embeddedServer().ifPresent(embeddedServer -> plan.prepareFirst().controlledServer(embeddedServer));
    }

    @Nullable
    WorkerPods startPods(PlanBuilder plan, Interruption interruption) throws InterruptedException {
        return startPods(plan, interruption, Optional.empty());
    }

    @Nullable
    WorkerPods startPodsWithReports(PlanBuilder plan, Interruption interruption) throws InterruptedException {
        if (configuredEndpoint()
                .filter(ClientChoice::excludesNative)
                .isEmpty()) { // the estimate assumes the native client
            workersOptions.printEstimate(loadChoices(loadOptions.load()).loads());
        }
        return startPods(plan, interruption, outputOptions.outForRunFiles());
    }

    private @Nullable WorkerPods startPods(PlanBuilder plan, Interruption interruption, Optional<Path> reportDirectory)
            throws InterruptedException {
        WorkerPods pods = workersOptions.startPods(interruption.stopSignal(), interruption::addRemains);
        try {
            workersOptions.nodes(reportDirectory).ifPresent(plan::workers);
            return pods;
        } catch (RuntimeException | Error e) {
            try (pods) {
                throw e;
            }
        }
    }

    private PlanBuilder withEndpoint(Endpoint endpoint, PlanBuilder plan) {
        return plan.endpoint(endpoint).subscriber(cdcOptions.subscriber(streamOptions, endpoint, List.of()));
    }

    private CommandServer startEmbedded() {
        if (streamOptions.hasFailover()) {
            throw usageError("--cdc-failover is given, but no server to follow: give --url or --host");
        }
        if (cdcOptions.isGiven()) {
            throw usageError("--cdc-url is given, but no server to write to: give --url or --host");
        }
        if (prepare || cleanup) {
            throw usageError((prepare ? "--prepare" : "--cleanup")
                    + " is for your own server (--url or --host): this command creates and removes the embedded one");
        }
        return CommandServer.embedded(endpointOptions, outputOptions, spec.commandLine());
    }
}
