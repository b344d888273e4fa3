// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.internal.experiment.TrialRunner;
import io.github.cdctester.internal.experiment.TrialTimes;
import io.github.cdctester.internal.experiment.matrix.CellOrder.Cell;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixConsumer;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.text.PlainText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Describes a matrix and estimates its duration, without a connection to the server. */
public final class MatrixOutline {

    private static final double STATEMENTS_SECONDS = 1;
    private static final double RESTART_SECONDS = 2;
    private static final double PROGRAM_OR_PERSON_SECONDS = 15;

    private MatrixOutline() {}

    public static List<String> describe(MatrixPlan matrix, Plan base) {
        List<Cell> cells = CellOrder.of(matrix, base);
        List<String> lines = new ArrayList<>();
        lines.add(PlainText.withNoun(cells.size(), "cell") + ": "
                + PlainText.withNoun(matrix.settings().size(), "setting") + ", "
                + matrix.axis().parameter().property() + " "
                + String.join(", ", matrix.axis().labels()) + ", "
                + String.join(
                        ", ",
                        matrix.workloads().stream().map(MatrixWorkload::name).toList())
                + (matrix.consumers().isEmpty()
                        ? ""
                        : ", " + PlainText.withNoun(matrix.consumers().size(), "consumer"))
                + "; "
                + PlainText.withNoun(matrix.repeats(), "repeat") + " in random order (seed " + matrix.seed() + ")");
        for (int repeat = 1; repeat <= Math.min(matrix.consumers().size(), matrix.repeats()); repeat++) {
            lines.add("consumers in repeat " + repeat + ": "
                    + CellOrder.consumers(matrix, repeat).stream()
                            .map(MatrixConsumer::name)
                            .collect(Collectors.joining(", ")));
        }
        lines.add("the setting is changed " + PlainText.withNoun(blockCount(cells), "time") + "; the baseline is "
                + matrix.baseline());
        for (MatrixSetting setting : matrix.settings()) {
            lines.add("setting " + setting.name() + ": "
                    + (setting.applySteps().isEmpty()
                            ? "the server as it is"
                            : String.join("; ", setting.applySteps())));
            setting.undoSteps().forEach(step -> lines.add("  undo: " + step));
        }
        Set<String> privileges = new LinkedHashSet<>();
        matrix.settings().forEach(setting -> privileges.addAll(setting.privileges()));
        privileges.forEach(privilege -> lines.add("needs " + privilege));
        return lines;
    }

    public static List<Plan> plans(MatrixPlan matrix, Plan base) {
        return plans(CellOrder.of(matrix, base));
    }

    static List<Plan> plans(List<Cell> cells) {
        return cells.stream().map(Cell::plan).distinct().toList();
    }

    /** A conditional warm-up is assumed to take its maximum time. */
    public static Duration estimate(MatrixPlan matrix, Plan base) {
        List<Cell> cells = CellOrder.of(matrix, base);
        Duration settling = TrialRunner.settleTimeout(base, matrix.settleTimeout());
        TrialTimes times = new TrialTimes(matrix.warmUp().maxDuration(), matrix.time(), settling);
        return Duration.ofSeconds(Math.round(times.seconds(cells.size()) + setupSeconds(cells)));
    }

    static double setupSeconds(List<Cell> cells) {
        double seconds = 0;
        int blockNumber = 0;
        for (Cell cell : cells) {
            if (cell.blockNumber() != blockNumber) {
                blockNumber = cell.blockNumber();
                seconds += changeSeconds(cell.setting());
            }
        }
        return seconds;
    }

    /** Only the embedded server can be restarted, which is fast. Changes by programs or people take longer. */
    private static double changeSeconds(MatrixSetting setting) {
        boolean needsProgramOrPerson =
                setting.command().isPresent() || setting.pause().isPresent();
        return needsProgramOrPerson
                ? PROGRAM_OR_PERSON_SECONDS
                : setting.restart().isPresent() ? RESTART_SECONDS : STATEMENTS_SECONDS;
    }

    private static long blockCount(List<Cell> cells) {
        return cells.stream().mapToInt(Cell::blockNumber).distinct().count();
    }

    /** Describes the cells and how they are measured. A matrix continues only with the same lines. */
    static List<String> identifyingLines(MatrixPlan matrix, RunSettings settings, boolean ownsServer) {
        List<String> lines = new ArrayList<>();
        Plan base = settings.plan();
        Endpoint server = base.endpoint();
        lines.add("server: " + (ownsServer ? "of our own" : server.address() + "/" + server.database()));
        lines.add("baseline: " + matrix.baseline());
        for (MatrixSetting setting : matrix.settings()) {
            lines.add("setting " + setting.name() + ": " + setting.applySteps() + ", undo " + setting.undo());
        }
        lines.add(matrix.axis().parameter().property() + ": " + matrix.axis());
        for (MatrixWorkload workload : matrix.workloads()) {
            lines.add("workload " + workload.name() + ": " + workload.spec().name() + " "
                    + workload.spec().displayed().options());
        }
        List<MatrixConsumer> baseConsumers = settings.consumerSpecs().stream()
                .map(consumer -> MatrixConsumer.of(consumer, Map.of()))
                .toList();
        for (MatrixConsumer consumer : matrix.consumers().isEmpty() ? baseConsumers : matrix.consumers()) {
            // as a digest, because the values of settings may be secret
            lines.add("consumer " + consumer.name() + ": " + consumer.spec().commandLine() + ", digest "
                    + hash(List.of(consumer.spec().toString())));
        }
        lines.add("repeats: " + matrix.repeats());
        lines.add("seed: " + matrix.seed());
        lines.add("time: " + matrix.time().toMillis() / 1e3 + " s");
        lines.add("warm-up: " + matrix.warmUp().describe());
        lines.add(
                "load: " + base.firstLoad().map(load -> load.load().toString()).orElse("of one thread"));
        lines.add("ignored errors: "
                + (base.ignoredErrors().all()
                        ? "all"
                        : base.ignoredErrors().codes().stream().sorted().toList()));
        lines.add("connection: client " + server.client() + ", TLS " + server.sslMode());
        lines.add(driverLine(server));
        // not the addresses, because pods get other addresses at each start
        lines.add("worker nodes: "
                + settings.workers()
                        .map(nodes -> nodes.addresses().size() + " to write, "
                                + nodes.subscribers().size() + " to follow the stream")
                        .orElse("none"));
        lines.addAll(streamLines(base));
        lines.add("verification: " + base.verification());
        lines.add("drain timeout: " + base.window().drainTimeout().toMillis() / 1e3 + " s");
        lines.add("settle timeout: " + matrix.settleTimeout().toMillis() / 1e3 + " s");
        lines.add("limits: " + settings.limits());
        return lines;
    }

    /** Options appear only as names and a digest without passwords, because each driver has other options with secret values. */
    private static String driverLine(Endpoint server) {
        Set<String> names = new TreeSet<>(server.driverProperties().keySet());
        Map<String, String> publicOptions =
                new TreeMap<>(server.withoutPassword().driverProperties());
        return "JDBC driver: " + server.jdbcDriver() + ", options "
                + (names.isEmpty() ? "none" : names + ", digest " + hash(List.of(publicOptions.toString())));
    }

    private static List<String> streamLines(Plan base) {
        SubscriberSpec subscriber = base.subscriber();
        if (!subscriber.stream()) {
            return List.of("stream: off");
        }
        return List.of(
                "stream: "
                        + base.streams().stream()
                                .map(stream -> address(stream.endpoint(), base) + " from " + stream.from())
                                .collect(Collectors.joining(", "))
                        + "; divided by " + subscriber.streamsShare() + "; failover "
                        + subscriber.failover().stream()
                                .map(endpoint -> address(endpoint, base))
                                .toList()
                        + ", timeout " + subscriber.resumeTimeout().toMillis() / 1e3 + " s",
                "delay source: "
                        + (subscriber.sideBySide().isEmpty()
                                ? subscriber.delaySource().map(Enum::name).orElse("default")
                                : subscriber.sideBySide().stream().sorted().toList())
                        + "; heartbeats every " + subscriber.heartbeatInterval().toMillis() / 1e3 + " s",
                "reader: " + subscriber.reader() + "; rows " + subscriber.rowCounting() + ", payloads "
                        + subscriber.payloads() + ", checksums " + (subscriber.verifyChecksums() ? "on" : "off"));
    }

    /**
     * Returns the address of a stream's server, without the changing port of an embedded server. Adds the TLS mode if it differs
     * from the mode of the load.
     */
    private static String address(Endpoint server, Plan base) {
        Endpoint loadServer = base.endpoint();
        return (server.address().equals(loadServer.address()) ? "server" : server.address())
                + (server.sslMode() == loadServer.sslMode() ? "" : " with TLS " + server.sslMode());
    }

    static String hash(List<String> lines) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
