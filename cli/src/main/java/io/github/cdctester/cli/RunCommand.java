// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.BackgroundOptions;
import io.github.cdctester.cli.options.CdcOptions;
import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.LoadOptions;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.StreamOptions;
import io.github.cdctester.cli.options.WindowOptions;
import io.github.cdctester.cli.options.WorkloadOptions;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.server.EmbeddedMariaDbOptions;
import io.github.cdctester.server.ExternalServer;
import io.github.cdctester.server.TargetServer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One workload, the subscriber, one window. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = CdcTesterCommand.Version.class,
        sortOptions = false,
        description = {
            "Writes a workload, follows the change stream, and measures both. Without --url or --host it starts an embedded"
                    + " MariaDB in a temporary directory, prepares a small data set there and runs on it."
        })
final class RunCommand implements Callable<Integer> {

    private final Interruption interruption;

    @Spec
    private CommandSpec spec;

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
    private StreamOptions streamOptions;

    @Mixin
    private OutputOptions outputOptions;

    @Option(names = "--prepare", description = "make the tables before the run")
    private boolean prepare;

    @Option(names = "--cleanup", description = "drop the tables after the run")
    private boolean cleanup;

    @Option(names = "--force", description = "drop the tables also if cdc-tester did not make them")
    private boolean force;

    @Mixin
    private WriteGuard guard;

    @Option(
            names = "--check",
            description = "tpcc, or a file with checks: check the conditions after making the tables and after the run")
    private boolean check;

    @SuppressWarnings("UnusedVariable") // Failures looks at what was matched
    @Option(names = "--verbose", description = "show the stack trace of a failure")
    private boolean verbose;

    RunCommand(Interruption interruption) {
        this.interruption = interruption;
    }

    @Override
    public Integer call() {
        Optional<Endpoint> given = endpointOptions.endpoint();
        PlanBuilder plan = plan();
        given.ifPresent(endpoint -> guard.check(at(endpoint, plan), endpoint));
        interruption.watch();
        try (TargetServer server = given.<TargetServer>map(ExternalServer::new).orElseGet(this::embedded)) {
            if (given.isEmpty()) {
                at(server.endpoint(), plan).prepareFirst();
            }
            RunResult result = new RunSession(outputOptions, spec.commandLine())
                    .run(plan, plan.build().window());
            return exitCode(result);
        }
    }

    private PlanBuilder at(Endpoint endpoint, PlanBuilder plan) {
        return plan.endpoint(endpoint)
                .subscriber(cdcOptions.of(
                        streamOptions.subscriber(StartPosition.now(), cdcOptions.first(endpoint)),
                        endpoint,
                        List.of()));
    }

    private static int exitCode(RunResult result) {
        if (result.interrupted()) {
            return Failures.FAILED;
        }
        return RunSession.exitCode(result);
    }

    private PlanBuilder plan() {
        Optional<String> background = backgroundOptions.workload();
        WorkloadSpec workload = background.map(workloadOptions::workloadBeside).orElseGet(workloadOptions::workload);
        PlanBuilder plan = CdcTester.plan()
                .workload(workload)
                .load(workloadOptions.paced(workload, loadOptions.load()))
                .ignoreErrors(loadOptions.ignoredErrors())
                .window(windowOptions.window(workload))
                .verify(streamOptions.verification())
                .stopSignal(interruption.stopSignal());
        background
                .map(workloadOptions::background)
                .ifPresent(beside -> plan.background(beside, workloadOptions.paced(beside, backgroundOptions.load())));
        cdcOptions.refuseWhatDoesNotFit(0);
        outputOptions.prometheus(); // wrong values show before anything is started
        outputOptions.reportInterval();
        outputOptions.percentile();
        outputOptions.limit(plan);
        if (prepare) {
            plan.prepareFirst();
        }
        if (check) {
            plan.checkConsistency();
        }
        if (force) {
            plan.dropForeignTables();
        }
        return cleanup ? plan.cleanupAfter() : plan;
    }

    private TargetServer embedded() {
        if (streamOptions.hasFailover()) {
            throw new ParameterException(
                    spec.commandLine(), "--cdc-failover is given, but no server to follow: give --url or --host");
        }
        if (cdcOptions.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(), "--cdc-url is given, but no server to write to: give --url or --host");
        }
        if (prepare || cleanup) {
            throw new ParameterException(
                    spec.commandLine(),
                    (prepare ? "--prepare" : "--cleanup")
                            + " is for a server of yours: the embedded one is made and removed by each run; give --url or --host");
        }
        // closed in order, after the stream has been drained: not by a hook of its own
        return EmbeddedMariaDb.start(EmbeddedMariaDbOptions.defaults().withShutdownHook(false));
    }
}
