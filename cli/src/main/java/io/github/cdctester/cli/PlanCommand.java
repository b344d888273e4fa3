// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.CdcOptions;
import io.github.cdctester.cli.options.ConsumerOptions;
import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.ProbeOptions;
import io.github.cdctester.cli.options.StreamOptions;
import io.github.cdctester.cli.options.WorkersOptions;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.cli.session.WriteGuard;
import io.github.cdctester.cli.terminal.ExperimentDisplay.ExperimentKind;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Trials;
import io.github.cdctester.cli.terminal.Question;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.experiment.matrix.MatrixFiles;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.scenario.ScenarioCheck;
import io.github.cdctester.internal.scenario.ScenarioFile;
import io.github.cdctester.internal.scenario.ScenarioReader;
import io.github.cdctester.internal.scenario.ScenarioRun;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "plan",
        description = {
            "Runs an experiment from a YAML file.",
            "The file contains phases of load with probes and actions, or a matrix of settings. Without --host or"
                    + " --url it starts an embedded MariaDB."
        },
        footer = {
            "Examples:",
            "  cdc-tester plan examples/plans/backlog-small.yaml",
            "  cdc-tester plan --check plan.yaml",
            "  cdc-tester plan plan.yaml --host=db1 --user=u --out=results/plan"
        })
final class PlanCommand extends AbstractCommand {

    @Parameters(paramLabel = "FILE", description = "YAML file, see docs/plan.md")
    private Path file;

    @Option(names = "--check", description = "Check the plan and print its steps, without running it")
    private boolean check;

    @Option(
            names = "--elasticity-csv",
            paramLabel = "PROBE",
            description = "Also write elasticity.csv to --out, with this probe's value for each second")
    private @Nullable String elasticityProbe;

    @Option(
            names = "--price",
            paramLabel = "PROBE=PRICE",
            description = "Price of a probe's capacity, such as pcu=0.0625/PCU-hour; repeatable")
    private Map<String, String> prices = new LinkedHashMap<>();

    @Mixin
    private EndpointOptions endpointOptions;

    @Mixin
    private CdcOptions cdcOptions;

    @Mixin
    private StreamOptions streamOptions;

    @Mixin
    private WorkersOptions workersOptions;

    @Mixin
    private ConsumerOptions consumerOptions;

    @Mixin
    private ProbeOptions probeOptions;

    @Mixin
    private OutputOptions outputOptions;

    @Option(names = "--force", description = "Drop tables even if cdc-tester did not create them")
    private boolean force;

    @Mixin
    private WriteGuard guard;

    @Override
    public Duration plannedTime() {
        ScenarioFile scenarioFile = ScenarioReader.read(file, probeOptions.specs(), prices);
        MatrixPlan matrix = scenarioFile.matrix();
        if (matrix != null && workersOptions.kubernetes().isInPod()) {
            throw usageError(
                    "--on: kubernetes, must be left out with a matrix: a killed pod could not undo its settings");
        }
        return matrix != null
                ? matrix.time().multipliedBy(matrix.cellCount())
                : scenarioFile.scenario().plannedDuration();
    }

    @Override
    public Integer call() throws InterruptedException {
        ScenarioFile scenarioFile = ScenarioReader.read(file, probeOptions.specs(), prices);
        Optional<Endpoint> userEndpoint = endpointOptions.endpoint(scenarioFile.database());
        outputOptions.setPlanDefaults(scenarioFile.lines());
        refuseUnsuitableOptions(scenarioFile, userEndpoint);
        ScenarioRun plannedRun = createRun(
                scenarioFile,
                userEndpoint.orElseGet(() -> endpointOptions.withClient(ScenarioRun.UNKNOWN_ENDPOINT)),
                Optional.empty());
        plannedRun.check(userEndpoint.isPresent());
        if (check) {
            return printOutline(plannedRun, userEndpoint);
        }
        failIfNotPassed(new ScenarioCheck(scenarioFile)); // checks programs before a server is started
        if (scenarioFile.matrix() != null) {
            matrixDirectory();
        }
        Session.check(spec.commandLine(), outputOptions, scenarioFile.matrix() != null);
        userEndpoint
                .filter(endpoint -> !scenarioFile.loads().isEmpty())
                .ifPresent(endpoint -> guard.check(plannedRun.plannedRun()::foreignTables, endpoint));
        begin(outputOptions.out(), outputOptions.isOverwriteGiven(), scenarioFile.matrix() != null);
        try (CommandServer server = userEndpoint
                        .map(CommandServer::ofEndpoint)
                        .orElseGet(() -> CommandServer.embedded(endpointOptions, outputOptions, spec.commandLine()));
                WorkerPods pods = workersOptions.startPods(interruption.stopSignal(), interruption::addRemains)) {
            ScenarioRun run = createRun(scenarioFile, server.endpoint(), server.embeddedServer());
            failIfNotPassed(run.tryOut(true));
            return measure(scenarioFile, run);
        }
    }

    private int measure(ScenarioFile scenarioFile, ScenarioRun run) throws InterruptedException {
        MatrixPlan matrix = scenarioFile.matrix();
        if (matrix != null) {
            Path directory = matrixDirectory();
            MatrixResult result = Session.run(
                    this,
                    outputOptions,
                    session -> run(session, matrix, directory, run),
                    (measuredResult, files) -> {}); // the files were written when the cells ended
            return Failures.exitCode(result.hasFailed(), result.isHeld());
        }
        PlanResult result =
                Session.run(this, outputOptions, session -> run(session, scenarioFile.scenario(), run), this::write);
        return Failures.exitCode(result.hasFailed(), result.isHeld());
    }

    private void write(PlanResult result, ResultFiles files) {
        FirstFailure failures = new FirstFailure();
        failures.run(() -> files.write(result));
        String probe = elasticityProbe;
        if (probe != null) { // even if the page cannot be written
            failures.run(() -> files.writeElasticity(result, probe));
        }
        failures.rethrow();
    }

    private PlanResult run(Session session, Scenario scenario, ScenarioRun run) {
        session.showPlanTitle(scenario.label(), scenario.text(), run.plan());
        Duration plannedDuration = scenario.hasEnd() ? scenario.plannedDuration() : Duration.ZERO;
        RunDisplay display = session.display(new Window(Duration.ZERO, plannedDuration, 0, Duration.ZERO))
                .phases(scenario);
        return run.publishing(session.registry()).run(display, outputOptions.out(), session.files());
    }

    private MatrixResult run(Session session, MatrixPlan matrix, Path directory, ScenarioRun run) {
        session.showSeriesTitle("matrix", run.plan());
        Window window = new Window(Duration.ZERO, matrix.time(), 0, Duration.ZERO);
        ExperimentListener listener =
                session.experimentListener(new Trials(ExperimentKind.MATRIX, "", window, Duration.ZERO));
        MatrixFiles files = new MatrixFiles(directory, session.files().orElseThrow());
        return run.publishing(session.registry()).run(matrix, listener, files, Question.pause(session.screen()));
    }

    /** A matrix requires the directory for its undo journal, and to resume after a kill. */
    private Path matrixDirectory() {
        return outputOptions
                .out()
                .orElseThrow(() -> new InvalidPlanException(
                        "out", "missing", "given for a matrix, which stores its results and its undo journal there"));
    }

    /** Prints all failures except the last, and throws the last one. */
    private void failIfNotPassed(ScenarioCheck scenarioCheck) {
        List<CdcTesterException> failures = scenarioCheck.failures();
        for (int i = 0; i < failures.size() - 1; i++) {
            error(String.valueOf(failures.get(i).getMessage()));
        }
        if (!failures.isEmpty()) {
            throw failures.get(failures.size() - 1);
        }
    }

    private int printOutline(ScenarioRun plannedRun, Optional<Endpoint> userEndpoint) throws InterruptedException {
        String server = userEndpoint
                .map(endpoint -> endpoint.address() + ", schema " + endpoint.database() + ", as " + endpoint.user())
                .orElse("an embedded MariaDB, started and removed by this command");
        plannedRun.outline(server).forEach(line -> println(PlainText.line(line)));
        ScenarioCheck scenarioCheck = plannedRun.tryOut(userEndpoint.isPresent());
        scenarioCheck.untriedEntries().forEach(line -> println(PlainText.line("not tried  " + line)));
        failIfNotPassed(scenarioCheck);
        List<String> limitMessages = userEndpoint.isEmpty() ? List.of() : plannedRun.serverLimitMessages();
        limitMessages.forEach(this::error);
        return limitMessages.isEmpty() ? Failures.DONE : Failures.WRONG_USAGE;
    }

    private void refuseUnsuitableOptions(ScenarioFile scenarioFile, Optional<Endpoint> userEndpoint) {
        cdcOptions.rejectContradictions(0);
        outputOptions.lineFormat();
        if (userEndpoint.isEmpty() && (streamOptions.hasFailover() || cdcOptions.isGiven())) {
            throw usageError((cdcOptions.isGiven() ? "--cdc-url" : "--cdc-failover")
                    + " is given, but no server to write to: give --url or --host");
        }
        List<String> probes =
                scenarioFile.probes().stream().map(ProbeSpec::name).toList();
        if (elasticityProbe != null
                && (scenarioFile.matrix() != null || outputOptions.out().isEmpty())) {
            throw usageError("--elasticity-csv: " + elasticityProbe + ", must be left out "
                    + (scenarioFile.matrix() != null ? "with a matrix" : "without --out"));
        }
        if (elasticityProbe != null && !probes.contains(elasticityProbe)) {
            throw usageError("--elasticity-csv: " + elasticityProbe + ", must be one of the probes "
                    + NearNames.oneOf(elasticityProbe, probes));
        }
    }

    /** If the server is embedded or not yet known, the run first creates the tables. */
    private ScenarioRun createRun(
            ScenarioFile scenarioFile, Endpoint endpoint, Optional<EmbeddedMariaDb> embeddedServer) {
        SubscriberSpec subscriber = cdcOptions.subscriber(streamOptions, endpoint, List.of());
        boolean prepare = embeddedServer.isPresent() || endpoint.equals(ScenarioRun.UNKNOWN_ENDPOINT);
        RunSettings settings = RunSettings.of(
                        ScenarioRun.plan(scenarioFile, endpoint, subscriber, streamOptions.verification()),
                        new TablePolicy(prepare, false, force, false),
                        new RunListener() {},
                        interruption.stopSignal())
                .withLimits(outputOptions.limits().stream().map(Limit::parse).toList())
                .withWorkers(
                        workersOptions.nodes(scenarioFile.matrix() == null ? outputOptions.out() : Optional.empty()))
                .withConsumerSpecs(consumerOptions.consumers())
                .injecting(Injection.of(FaultSchedule.NONE, List.of(), embeddedServer.map(server -> server)));
        return ScenarioRun.of(scenarioFile, settings);
    }
}
