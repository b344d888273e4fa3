// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.CdcOptions;
import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.options.StreamOptions;
import io.github.cdctester.cli.options.WorkersOptions;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Fault;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.matrix.MatrixOutline;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.setting.JdbcSettingServer;
import io.github.cdctester.internal.experiment.matrix.setting.ServerOption.PerformanceSchema;
import io.github.cdctester.internal.experiment.plan.PhasedRun;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.scenario.ScenarioCheck;
import io.github.cdctester.internal.scenario.ScenarioFile;
import io.github.cdctester.internal.scenario.ScenarioOutline;
import io.github.cdctester.internal.scenario.ScenarioReader;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An experiment that is written in a file. */
@Command(
        name = "plan",
        description = {
            "Runs an experiment from a YAML file.",
            "That is phases of load with probes and actions, or a matrix of settings. Without --host or"
                    + " --url it starts an embedded MariaDB."
        },
        footer = {
            "Examples:",
            "  cdc-tester plan examples/plans/backlog-small.yaml",
            "  cdc-tester plan --check plan.yaml",
            "  cdc-tester plan plan.yaml --host=db1 --user=u --out=results/plan"
        })
final class PlanCommand extends AbstractCommand {

    private static final Duration UNKNOWN = Duration.ofDays(365);

    static final Endpoint NOWHERE = Endpoint.of("jdbc:mariadb://127.0.0.1:3306/sbtest", "root", "");

    @Parameters(paramLabel = "FILE", description = "YAML file, see docs/plan.md")
    private Path file;

    @Option(names = "--check", description = "Check the plan and show what would be done; changes nothing")
    private boolean check;

    @Option(
            names = "--elasticity-csv",
            paramLabel = "PROBE",
            description = "Also write elasticity.csv to --out, with this probe's value for each second")
    private @Nullable String elasticityProbe;

    @Option(
            names = "--price",
            paramLabel = "PROBE=PRICE",
            description = "What a probe's capacity costs, such as pcu=0.0625/PCU-hour; repeatable")
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
    private ProbeOptions probeOptions;

    @Mixin
    private OutputOptions outputOptions;

    @Option(names = "--force", description = "Drop tables even if cdc-tester did not create them")
    private boolean force;

    @Mixin
    private WriteGuard guard;

    PlanCommand(Interruption interruption) {
        super(interruption);
    }

    @Override
    public Integer call() throws InterruptedException {
        ScenarioFile read = ScenarioReader.read(file, probeOptions.specs(), prices);
        Optional<Endpoint> given = endpointOptions.endpoint(read.database());
        outputOptions.takeFrom(read.lines());
        refuseWhatDoesNotFit(read, given);
        List<Limit> limits = Stream.concat(read.limits().stream(), outputOptions.limits().stream())
                .map(Limit::parse)
                .toList();
        if (!read.stream() || !streamOptions.isFollowed()) {
            run(read, given.orElse(NOWHERE), limits, false).check();
        }
        if (read.matrix() == null) {
            read.faults().expanded(atMost(read), Arrays.asList(Fault.Kind.values()));
            given.ifPresent(endpoint -> injection(read, Optional.empty()).check(plan(read, endpoint)));
        }
        if (check) {
            return outline(read, given);
        }
        refuse(new ScenarioCheck(read)); // programs, before a server is started
        if (read.matrix() != null) {
            matrixDirectory();
        }
        Session.check(spec.commandLine(), outputOptions, read.matrix() != null);
        boolean writes = !read.loads().isEmpty();
        given.filter(endpoint -> writes)
                .ifPresent(
                        endpoint -> guard.check(run(read, endpoint, limits, read.prepare())::foreignTables, endpoint));
        interruption.begin();
        try (CommandServer server = given.map(CommandServer::given)
                .orElseGet(() -> CommandServer.embedded(outputOptions, spec.commandLine()))) {
            boolean prepare = writes && (read.prepare() || server.own().isPresent());
            PlannedRun run = run(read, server.endpoint(), limits, prepare);
            refuse(new ScenarioCheck(read).on(server.endpoint(), true, server::process, run.comingTables()));
            return measure(read, run, server);
        } catch (InvalidPlanException e) {
            throw ScenarioCheck.inPlace(read, e);
        }
    }

    private int measure(ScenarioFile read, PlannedRun run, CommandServer server) throws InterruptedException {
        MatrixPlan matrix = read.matrix();
        if (matrix != null) {
            MatrixMeasurement measurement =
                    new MatrixMeasurement(matrix, matrixDirectory(), read.probes(), run.settings(), server);
            MatrixResult result = Session.run(this, outputOptions, measurement);
            return Failures.exitCode(result.hasFailed(), result.isHeld());
        }
        PlanResult result = Session.run(this, outputOptions, new Session.Measurement<PlanResult>() {
            @Override
            public PlanResult run(Session session) {
                return PlanCommand.this.run(session, read, run, server);
            }

            @Override
            public void write(PlanResult measured, ResultFiles files) {
                files.write(measured);
                if (elasticityProbe != null) {
                    files.writeElasticity(measured, elasticityProbe);
                }
            }
        });
        return Failures.exitCode(result.hasFailed(), result.isHeld());
    }

    private PlanResult run(Session session, ScenarioFile read, PlannedRun run, CommandServer server) {
        Scenario scenario = read.scenario();
        RunSettings settings = run.settings().injecting(injection(read, server.own()));
        session.beginsPlan(scenario.label(), scenario.text(), settings.plan());
        PhasedRun whole = new PhasedRun(
                scenario,
                new PlannedRun(settings.publishing(session.registry()), run.workloads()),
                session.display(new Window(
                                Duration.ZERO,
                                scenario.hasEnd() ? scenario.longest() : Duration.ZERO,
                                0,
                                Duration.ZERO))
                        .phases(scenario),
                server::process,
                outputOptions.out(),
                PlannedRun::runInPhases);
        // it writes what it measures as it goes, in the place of what was there
        session.files().ifPresent(ResultFiles::begin);
        try {
            return whole.run();
        } catch (RuntimeException e) {
            session.files().ifPresent(ResultFiles::discardUnlessMeasured);
            throw e;
        }
    }

    /** A matrix needs a directory: without one it could neither be undone after a kill nor resumed. */
    private Path matrixDirectory() {
        return outputOptions
                .out()
                .orElseThrow(() -> new InvalidPlanException(
                        "out",
                        "missing",
                        "given for a matrix: it keeps there what was measured, and what is to be undone"));
    }

    /** Prints all that would fail; throws the last as the command's own failure. */
    private void refuse(ScenarioCheck found) {
        List<CdcTesterException> failures = found.failures();
        for (int i = 0; i < failures.size() - 1; i++) {
            error(String.valueOf(failures.get(i).getMessage()));
        }
        if (!failures.isEmpty()) {
            throw failures.get(failures.size() - 1);
        }
    }

    private int outline(ScenarioFile read, Optional<Endpoint> given) throws InterruptedException {
        String server = given.map(to -> to.address() + ", schema " + to.database() + ", as " + to.user())
                .orElse("an embedded MariaDB, started and removed by this command");
        // without a server a plan needs one all the same, of which only the address would show
        Endpoint endpoint = given.orElse(NOWHERE);
        ScenarioOutline.of(read, server, plan(read, endpoint)).forEach(line -> println(PlainText.line(line)));
        PlannedRun run = run(read, endpoint, List.of(), read.prepare() || given.isEmpty());
        ScenarioCheck found =
                new ScenarioCheck(read).on(endpoint, given.isPresent(), Optional::empty, run.comingTables());
        found.untried().forEach(line -> println(PlainText.line("not tried  " + line)));
        refuse(found);
        return given.map(to -> comparedWith(to, read)).orElse(Failures.DONE);
    }

    /** Checks what a run would be refused for at its start. */
    private int comparedWith(Endpoint endpoint, ScenarioFile read) {
        Plan plan = plan(read, endpoint);
        MatrixPlan matrix = read.matrix();
        if (matrix != null) {
            new PerformanceSchema(new JdbcSettingServer(endpoint)).check(matrix.settings());
        }
        List<Plan> together = matrix != null
                ? MatrixOutline.plans(matrix, plan)
                : read.scenario().phases().stream()
                        .map(phase -> plan.loads(read.scenario().loads(phase)))
                        .filter(some -> !some.loads().isEmpty())
                        .toList();
        List<String> lacking = PlannedRun.lacking(
                together, read.probeConnections(), variable -> matrix != null && matrix.changes(variable));
        lacking.forEach(one -> error(one));
        return lacking.isEmpty() ? Failures.DONE : Failures.WRONG_USAGE;
    }

    /** Wrong values show before anything is started. */
    private void refuseWhatDoesNotFit(ScenarioFile read, Optional<Endpoint> given) {
        cdcOptions.refuseWhatDoesNotFit(0);
        outputOptions.lines();
        if (given.isEmpty() && (streamOptions.hasFailover() || cdcOptions.isGiven())) {
            throw usage((cdcOptions.isGiven() ? "--cdc-url" : "--cdc-failover")
                    + " is given, but no server to write to: give --url or --host");
        }
        List<String> probes = read.probes().stream().map(ProbeSpec::name).toList();
        if (elasticityProbe != null
                && (read.matrix() != null || outputOptions.out().isEmpty())) {
            throw usage("--elasticity-csv: " + elasticityProbe + ", must be left out "
                    + (read.matrix() != null ? "with a matrix" : "without --out"));
        }
        if (elasticityProbe != null && !probes.contains(elasticityProbe)) {
            throw usage("--elasticity-csv: " + elasticityProbe + ", must be one of the probes "
                    + NearNames.oneOf(elasticityProbe, probes));
        }
    }

    private Plan plan(ScenarioFile read, Endpoint endpoint) {
        return run(read, endpoint, List.of(), false).settings().plan();
    }

    private PlannedRun run(ScenarioFile read, Endpoint endpoint, List<Limit> limits, boolean prepare) {
        Plan plan = Plan.of(endpoint, new Window(Duration.ZERO, atMost(read), 0, read.drainTimeout()), read.loads())
                .ignoredErrors(read.ignoredErrors())
                .subscriber(subscriber(read, endpoint))
                .verification(streamOptions.verification());
        TablePolicy tables = new TablePolicy(prepare, read.cleanup(), force, false, read.filling());
        return new PlannedRun(
                RunSettings.of(plan, tables, new RunListener() {}, interruption.stopSignal())
                        .limits(limits)
                        .writtenBy(nodes(read.matrix() == null))
                        .injecting(injection(read, Optional.empty())),
                read.workloads());
    }

    private Optional<WorkerNodes> nodes(boolean once) {
        return workersOptions
                .nodes()
                .map(nodes -> once ? outputOptions.out().map(nodes::keptIn).orElse(nodes) : nodes);
    }

    private SubscriberSpec subscriber(ScenarioFile read, Endpoint endpoint) {
        SubscriberSpec given = cdcOptions.of(
                streamOptions.subscriber(StartPosition.now(), cdcOptions.first(endpoint)), endpoint, List.of());
        return read.stream() ? given : given.stream(false);
    }

    private static Injection injection(ScenarioFile read, Optional<EmbeddedMariaDb> own) {
        return new Injection(read.faults(), List.of(), own.map(server -> server));
    }

    /** The measured part ends with the last phase; this is what it may take, for all who have to know before. */
    private static Duration atMost(ScenarioFile read) {
        return read.matrix() == null && read.scenario().hasEnd()
                ? read.scenario().longest()
                : UNKNOWN;
    }
}
