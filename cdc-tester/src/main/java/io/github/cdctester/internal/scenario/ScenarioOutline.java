// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.internal.experiment.matrix.MatrixOutline;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.run.load.TablePolicy.Filling;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.Backlog;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes a scenario or a matrix, for {@code plan --check}. */
public final class ScenarioOutline {

    private final ScenarioFile file;
    private final List<String> lines = new ArrayList<>();

    private ScenarioOutline(ScenarioFile file) {
        this.file = file;
    }

    public static List<String> of(ScenarioFile file, String server, Plan base) {
        ScenarioOutline outline = new ScenarioOutline(file);
        outline.addEntry("server", server);
        outline.addTables(base);
        file.probes().forEach(outline::addProbe);
        file.consumers().forEach(outline::addConsumer);
        MatrixPlan matrix = file.matrix();
        if (matrix == null) {
            outline.addPhases(file.scenario());
        } else {
            MatrixOutline.describe(matrix, base).forEach(line -> outline.addEntry("matrix", line));
            matrix.workloads()
                    .forEach(workload ->
                            outline.addEntry("matrix", "workload " + workload.name() + randomOptions(workload.spec())));
            outline.addEntry("takes", "about " + seconds(MatrixOutline.estimate(matrix, base)));
        }
        file.limits().forEach(limit -> outline.addEntry("fails if", limit));
        outline.addEntry("needs", outline.privilegeText());
        return outline.lines;
    }

    private void addPhases(Scenario scenario) {
        scenario.phases().forEach(this::addPhase);
        scenario.sidecars()
                .forEach(sidecar -> addEntry("beside", sidecar.name() + ": " + String.join(" ", sidecar.words())));
        scenario.actions()
                .forEach(action -> addEntry(
                        "action",
                        action.after()
                                        .map(load -> seconds(action.at()) + " after the end of load " + load)
                                        .orElseGet(() -> "at " + seconds(action.at()) + " of " + action.phase())
                                + ": " + action.operation()));
        file.faults().moments().forEach(fault -> addEntry("fault", fault.toString()));
        file.faults().chance().ifPresent(faults -> addEntry("fault", faults.toString()));
        scenario.prices()
                .forEach(price ->
                        addEntry("price", price.series() + ": " + price.price().text() + ", over its whole time"));
        addEntry("takes", durationText());
        addEntry("connects", connectionText());
    }

    private void addConsumer(ConsumerSpec spec) {
        addEntry(
                "consumer",
                spec.name() + (spec.command().isEmpty() ? ", which runs already" : ": " + spec.commandLine()));
    }

    private void addEntry(String label, String text) {
        lines.add(String.format(Locale.ROOT, "%-10s %s", label, text));
    }

    private void addTables(Plan base) {
        Filling filling = file.filling();
        Plan fillPlan = filling.of(base);
        int threads = file.matrix() != null
                ? filling.threads()
                : fillPlan.tableOwners().stream()
                        .mapToInt(fillPlan::fillThreads)
                        .max()
                        .orElse(0);
        String tablesAfterwards = file.cleanup() ? ", dropped at the end" : file.prepare() ? ", left at the end" : "";
        addEntry(
                "tables",
                file.prepare()
                        ? "created first" + (threads == 0 ? "" : " by " + threadText(threads))
                                + (filling.seed() == 0 ? "" : ", rand-seed " + filling.seed()) + tablesAfterwards
                        : "must exist" + tablesAfterwards);
    }

    private void addPhase(PlannedPhase phase) {
        file.scenario()
                .loads(phase)
                .forEach(load -> addEntry("phase", phase.name() + ": " + loadText(load, phase.timing(load.name()))));
        if (phase instanceof Loads loads && !loads.until().isEmpty()) {
            addEntry(
                    "",
                    "all end at the latest when "
                            + loads.until().stream().map(PhaseEnd::toString).collect(Collectors.joining(" or ")));
        }
        if (phase instanceof Backlog backlog) {
            addEntry(
                    "",
                    "the stream is not read after " + seconds(backlog.before()) + ", until "
                            + Stream.concat(
                                            backlog.bytes().stream()
                                                    .mapToObj(bytes -> bytes / 1e6 + " MB have piled up"),
                                            backlog.time().stream().map(time -> seconds(time) + " have passed"))
                                    .collect(Collectors.joining(" or "))
                            + "; then it has to catch up within " + seconds(backlog.maxDuration()));
        } else if (phase instanceof Observe observe) {
            String until = observe.until().map(Object::toString).orElse("");
            String maxDuration = seconds(observe.maxDuration());
            addEntry(
                    "phase",
                    observe.name()
                            + (observe.waits()
                                    ? ": waits until " + until + "; fails after "
                                    : ": no load" + (until.isEmpty() ? " for " : ", until " + until + ", at most "))
                            + maxDuration);
        }
    }

    private static String loadText(NamedLoad load, LoadTiming timing) {
        LoadSpec spec = load.load();
        String pace = spec instanceof LoadSpec.OpenLoop open ? ", " + open.rate() + " starts a second" : "";
        String end = timing.until()
                .map(until -> ", until " + until + ", at most " + seconds(load.length()))
                .orElse(load.length().isZero() ? "" : ", for " + seconds(load.length()));
        return load.name() + ": " + load.workload().name() + ", " + threadText(spec.threads())
                + randomOptions(load.workload()) + pace
                + timing.after().map(other -> ", when load " + other + " ends").orElse("")
                + (load.start().isZero()
                        ? ""
                        : timing.after().isPresent()
                                ? " and " + seconds(load.start()) + " later"
                                : ", from " + seconds(load.start()))
                + end
                + (load.transactions() == 0 ? "" : ", at most " + load.transactions() + " transactions");
    }

    private static String threadText(int threads) {
        return threads + (threads == 1 ? " thread" : " threads");
    }

    /** The defaults differ between sysbench 1.0, 1.1 and this tool. */
    private static String randomOptions(WorkloadSpec workload) {
        Map<String, @Nullable Object> options = workload.displayed().options();
        Object type = options.get("randType");
        Object seed = options.get("randSeed");
        return (type == null ? "" : ", rand-type " + type)
                + (seed == null || "0".equals(seed.toString()) ? "" : ", rand-seed " + seed);
    }

    private void addProbe(ProbeSpec probe) {
        String source = probe.source() instanceof ProbeSource.Sql sql
                ? sql.sql()
                : probe.source() instanceof ProbeSource.Prometheus http
                        ? http.selector() + " of " + http.at().uri()
                        : probe.source() instanceof ProbeSource.Json json
                                ? json.pointer() + " of " + json.at().uri()
                                : probe.source() instanceof ProbeSource.Command command
                                        ? String.join(" ", command.words())
                                        : ((ProbeSource.Machine) probe.source()).text();
        addEntry(
                "probe",
                probe.name() + ": " + source
                        + probe.at().map(ScenarioOutline::serverText).orElse("") + ", every " + seconds(probe.every()));
    }

    private static String serverText(Endpoint probeServer) {
        return " at " + probeServer.address() + (probeServer.user().isEmpty() ? "" : " as " + probeServer.user());
    }

    private String durationText() {
        Scenario scenario = file.scenario();
        return (scenario.hasEnd() ? "at most " : "at least ")
                + seconds(scenario.maxDuration())
                + (file.prepare() ? ", plus making the tables and connecting" : ", plus connecting");
    }

    private String connectionText() {
        int workers = file.scenario().phases().stream()
                .map(file.scenario()::loads)
                .mapToInt(phaseLoads -> phaseLoads.stream()
                        .mapToInt(load -> load.load().threads())
                        .sum())
                .max()
                .orElse(0);
        return workers + " workers, 1 stream, up to 4 for queries and heartbeats, " + file.probeConnections()
                + " for probes";
    }

    private String privilegeText() {
        String index = file.prepare() ? ", INDEX" : "";
        boolean hasStatements = file.probes().stream().anyMatch(probe -> probe.source() instanceof ProbeSource.Sql)
                || file.matrix() == null && !file.scenario().actions().isEmpty();
        return "CREATE, DROP" + index + ", SELECT, INSERT, UPDATE, DELETE on the schema; REPLICATION SLAVE,"
                + " REPLICATION CLIENT on *.*"
                + (hasStatements ? "; privileges for the SQL of probes and actions" : "")
                + (file.faults().isEmpty() ? "" : "; privileges for the faults");
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }
}
