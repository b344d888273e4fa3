// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.matrix.Matrix;
import io.github.cdctester.internal.experiment.matrix.MatrixFiles;
import io.github.cdctester.internal.experiment.matrix.MatrixOutline;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.setting.JdbcSettingServer;
import io.github.cdctester.internal.experiment.matrix.setting.ServerOption.PerformanceSchema;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.RestartableServer;
import io.github.cdctester.internal.experiment.matrix.setting.UndoJournal;
import io.github.cdctester.internal.experiment.plan.PhasedRun;
import io.github.cdctester.internal.experiment.probe.ProbePlan;
import io.github.cdctester.internal.experiment.probe.Probes;
import io.github.cdctester.internal.inject.FaultRequests;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunNodes;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.RunSettingsCopy;
import io.github.cdctester.internal.run.load.ServerCapacity;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A plan file with the settings of its runs.
 *
 * @param settings include the file's tables, limits, consumers and faults
 */
public record ScenarioRun(ScenarioFile file, RunSettings settings) {

    /** For checks of a file without a server. */
    public static final Endpoint UNKNOWN_ENDPOINT = Endpoint.of("jdbc:mariadb://127.0.0.1:3306/sbtest", "root", "");

    private static final Duration UNKNOWN_DURATION = Duration.ofDays(365);

    /** @param outerSettings settings of a run of the {@link #plan}; the file's settings are added */
    public static ScenarioRun of(ScenarioFile file, RunSettings outerSettings) {
        TablePolicy tables = outerSettings.tables();
        boolean prepare = !file.loads().isEmpty() && (file.prepare() || tables.prepare());
        boolean cleanup = file.cleanup() || tables.cleanup();
        RunSettings settings = RunSettingsCopy.of(outerSettings)
                .tables(new TablePolicy(prepare, cleanup, tables.dropForeign(), false, file.filling()))
                .limits(Stream.concat(file.limits().stream().map(Limit::parse), outerSettings.limits().stream())
                        .toList())
                .consumerSpecs(mergedConsumers(file, outerSettings))
                .build()
                .injecting(Injection.of(
                                file.faults(),
                                outerSettings.injection().proxies(),
                                outerSettings.injection().controlledServer())
                        .requesting(new FaultRequests(
                                file.matrix() == null ? file.scenario().injectedFaults() : List.of())));
        return new ScenarioRun(file, settings);
    }

    private static List<ConsumerSpec> mergedConsumers(ScenarioFile file, RunSettings outerSettings) {
        Set<String> names =
                file.consumers().stream().map(ConsumerSpec::name).collect(Collectors.toCollection(TreeSet::new));
        for (ConsumerSpec spec : outerSettings.consumerSpecs()) {
            if (!names.add(spec.name())) {
                throw new InvalidPlanException(
                        "consumer", "'" + spec.name() + "'", "a name that no other consumer has");
            }
        }
        outerSettings.consumers().forEach(probe -> names.add(probe.name()));
        Stream.concat(file.limits().stream().map(Limit::parse), outerSettings.limits().stream())
                .forEach(limit -> limit.checkConsumers("failIf", names));
        MatrixPlan matrix = file.matrix();
        if (matrix != null
                && !matrix.consumers().isEmpty()
                && !outerSettings.consumerSpecs().isEmpty()) {
            throw new InvalidPlanException(
                    "consumer",
                    "'" + outerSettings.consumerSpecs().get(0).name() + "'",
                    "left out: the matrix names the consumer of each cell");
        }
        return Stream.concat(file.consumers().stream(), outerSettings.consumerSpecs().stream())
                .toList();
    }

    /** Returns a copy that publishes meters if there is a registry. */
    public ScenarioRun publishing(Optional<MeterRegistry> meters) {
        return new ScenarioRun(file, settings.withRegistry(meters));
    }

    public static Plan plan(
            ScenarioFile file, Endpoint endpoint, SubscriberSpec subscriber, Verification verification) {
        List<NamedLoad> loads = file.matrix() == null ? file.loads() : MatrixPlan.withoutTableConflicts(file.loads());
        return Plan.of(endpoint, new Window(Duration.ZERO, plannedDuration(file), 0, file.drainTimeout()), loads)
                .ignoredErrors(file.ignoredErrors())
                .subscriber(file.stream() ? subscriber : subscriber.stream(false))
                .verification(verification);
    }

    /** Returns the planned duration of all phases; 365 days for a matrix, and if the duration of a phase is unknown. */
    private static Duration plannedDuration(ScenarioFile file) {
        return file.matrix() == null && file.scenario().hasEnd()
                ? file.scenario().plannedDuration()
                : UNKNOWN_DURATION;
    }

    public Plan plan() {
        return settings.plan();
    }

    public PlannedRun plannedRun() {
        return new PlannedRun(settings, file.workloads());
    }

    public void check(boolean serverExists) {
        plannedRun().check();
        MatrixPlan matrix = file.matrix();
        RunNodes.checkThreads(
                matrix == null ? List.of(plan()) : MatrixOutline.plans(matrix, plan()), settings.workers());
        if (matrix != null && !settings.tables().prepare() && matrix.createsTablesForCells()) {
            throw file.root()
                    .required("matrix")
                    .required("workloads")
                    .problem(
                            "these workloads need different tables of the same names; give prepare, to create them for each");
        }
        if (matrix == null) {
            file.faults().expanded(plannedDuration(file), Arrays.asList(Fault.FaultKind.values()));
            settings.checkConsumerFaults();
            if (serverExists) {
                settings.injection().check(plan());
            }
        }
    }

    /** Before the server exists, tries only programs and probes that do not need it. */
    public ScenarioCheck tryOut(boolean serverExists) throws InterruptedException {
        return new ScenarioCheck(file)
                .tryAt(
                        plan().endpoint(),
                        serverExists,
                        this::serverProcess,
                        plannedRun().tablesToCreate());
    }

    public List<String> outline(String server) {
        return ScenarioOutline.of(file, server, plan());
    }

    /** Returns one sentence per limit that is too low for the runs. */
    public List<String> serverLimitMessages() {
        MatrixPlan matrix = file.matrix();
        if (matrix != null) {
            new PerformanceSchema(new JdbcSettingServer(plan().endpoint())).check(matrix.settings());
        }
        List<Plan> plans = matrix != null
                ? MatrixOutline.plans(matrix, plan())
                : file.scenario().phases().stream()
                        .map(phase -> plan().loads(file.scenario().loads(phase)))
                        .filter(Plan::writes)
                        .toList();
        return plans.isEmpty()
                ? List.of()
                : ServerCapacity.exceededLimits(
                        plans, probeConnections(), variable -> matrix != null && matrix.changes(variable));
    }

    /**
     * @param directory receives samples and the timeline during the run; empty: they are not stored
     * @param files the same directory; an earlier result that may be overwritten is removed first
     */
    public PlanResult run(RunListener listener, Optional<Path> directory, Optional<ResultFiles> files) {
        PlannedRun run = new PlannedRun(settings.withListener(listener), file.workloads());
        PhasedRun phasedRun =
                new PhasedRun(file.scenario(), run, this::serverProcess, directory, PlannedRun::runInPhases);
        files.ifPresent(ResultFiles::begin);
        try {
            return withProbeLocation(phasedRun::run);
        } catch (RuntimeException e) {
            files.ifPresent(ResultFiles::discardUnlessSampled);
            throw e;
        }
    }

    /** Runs only cells without a result in {@code files}. */
    public MatrixResult run(MatrixPlan matrix, RunListener listener, MatrixFiles files, HumanPause pause) {
        Optional<EmbeddedMariaDb> embeddedServer = embeddedServer();
        JdbcSettingServer server = new JdbcSettingServer(plan().endpoint());
        SettingSwitch settingSwitch = new SettingSwitch(
                server,
                embeddedServer.map(embedded -> (RestartableServer) embedded::restart),
                pause,
                UndoJournal.open(files.undoJournal(), server.address(), embeddedServer.isPresent()),
                text -> listener.note(Note.other(text)));
        RunSettings base = settings.withListener(listener).withProbes(new Probes(probePlan(), reading -> {}));
        return withProbeLocation(
                () -> new Matrix(matrix, base, settingSwitch, files, embeddedServer.isPresent()).run());
    }

    private <T> T withProbeLocation(Supplier<T> action) {
        try {
            return action.get();
        } catch (InvalidPlanException e) {
            throw ScenarioCheck.withProbeLocation(file, e);
        }
    }

    private Optional<EmbeddedMariaDb> embeddedServer() {
        return settings.injection()
                .controlledServer()
                .filter(EmbeddedMariaDb.class::isInstance)
                .map(EmbeddedMariaDb.class::cast);
    }

    private ProbePlan probePlan() {
        return new ProbePlan(file.probes(), plan().endpoint(), this::serverProcess, true);
    }

    /** Returns the number of connections to the run's server, including probes whose URL names this server. */
    int probeConnections() {
        return probePlan().connectionCount();
    }

    private Optional<ProcessHandle> serverProcess() {
        return embeddedServer().map(EmbeddedMariaDb::process);
    }
}
