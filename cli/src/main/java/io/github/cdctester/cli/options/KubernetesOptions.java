// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.RunResult.ToolInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options for the pods of worker nodes, and for the pod of the command itself. */
public final class KubernetesOptions extends OptionGroup {

    private static final String PODS_PREFIX = "kubernetes:";
    private static final Set<String> POD_COMMAND_OPTIONS =
            Set.of("--detach", "--kubernetes-keep", "--kubernetes-files");

    enum RunLocation {
        HERE,
        KUBERNETES
    }

    @Option(
            names = "--on",
            paramLabel = "PLACE",
            description = "Run this command here, or in a pod: kubernetes (default: here)")
    private RunLocation location = RunLocation.HERE;

    @Option(
            names = "--detach",
            description = "With --on=kubernetes: print the name of the run for 'attach' after its start, and exit")
    private boolean detach;

    @Option(
            names = "--kubernetes-files",
            paramLabel = "FILE",
            split = ",",
            description = "With --on=kubernetes: further files for the pod, such as files that a plan names")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--kubernetes-keep",
            paramLabel = "SECONDS",
            description = "With --on=kubernetes: keep files and log for this time after the run (default: 86400)")
    private Duration keepTime = Duration.ofDays(1);

    @Option(
            names = "--kubernetes-image",
            paramLabel = "IMAGE",
            description = "Image of the pods, with the version of this command (default: cdc-tester:VERSION)")
    private @Nullable String image;

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = "--kubernetes-requests",
            paramLabel = "RESOURCE=QUANTITY",
            split = ",",
            description = "Resources to reserve for each pod (default: cpu=2,memory=1Gi)")
    private Map<String, String> requests = new LinkedHashMap<>();

    @Option(
            names = "--kubernetes-limits",
            paramLabel = "RESOURCE=QUANTITY",
            split = ",",
            description = "Limits of each pod (default: the requested memory)")
    private Map<String, String> limits = new LinkedHashMap<>();

    @Option(
            names = "--kubernetes-pull-secret",
            paramLabel = "NAME",
            description = "Secret with the registry's credentials")
    private String pullSecret = "";

    @Option(
            names = "--kubernetes-service-account",
            paramLabel = "NAME",
            description = "Service account of the pods; only commands that start worker nodes get its token")
    private String serviceAccount = "";

    @Option(
            names = "--kubernetes-node-selector",
            paramLabel = "KEY=VALUE",
            split = ",",
            description = "Labels of the machines for the pods")
    private Map<String, String> nodeSelector = new LinkedHashMap<>();

    @Option(
            names = "--kubernetes-tolerations",
            paramLabel = "KEY=VALUE:EFFECT",
            split = ",",
            description = "Taints of machines that the pods tolerate")
    private List<String> tolerations = new ArrayList<>();

    @Option(
            names = "--kubernetes-spread",
            paramLabel = "LABEL",
            description = "Distribute the pods evenly over the values of this label (default: ${DEFAULT-VALUE})")
    private String spread = KubernetesPods.SPREAD;

    @Option(
            names = "--kubernetes-labels",
            paramLabel = "KEY=VALUE",
            split = ",",
            description = "Further labels of all objects")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--kubernetes-schedule-timeout",
            paramLabel = "SECONDS",
            description = "Time to wait for missing machines or a quota, up to 600 (default: 20)")
    private Duration scheduleTimeout = KubernetesPods.SCHEDULE_TIMEOUT;

    @Option(
            names = "--kubernetes-deadline",
            paramLabel = "SECONDS",
            description = "Kubernetes removes the pods after this time, even during a run (default: 86400)")
    private Duration deadline = KubernetesPods.DEADLINE;

    @Option(names = "--dry-run", description = "Print the manifest of the pods, and exit")
    private boolean dryRun;

    private static boolean requestsPods(@Nullable String nodes) {
        return nodes != null && nodes.startsWith(PODS_PREFIX);
    }

    public boolean isInPod() {
        return location == RunLocation.KUBERNETES;
    }

    public boolean isHere() {
        return !isInPod() && !dryRun;
    }

    public boolean isDryRun() {
        return dryRun;
    }

    public boolean isDetached() {
        return detach;
    }

    void checkDeadline(Duration plannedTime) {
        if (plannedTime.compareTo(deadline) > 0) {
            throw usageError("--kubernetes-deadline: " + deadline.toSeconds() + " s, must be longer than the run of "
                    + plannedTime.toSeconds() + " s");
        }
    }

    PodCommand podCommand(boolean startsPods, String password) {
        CommandForPod command = new CommandForPod(spec.commandLine().getParseResult(), startsPods).translate(password);
        return new PodCommand(
                createPods(1, 0, false), command.arguments(), command.files(), startsPods, command.outputs(), keepTime);
    }

    void report(String line) {
        spec.commandLine().getErr().println("cdc-tester: " + PlainText.line(line));
        spec.commandLine().getErr().flush();
    }

    /** Returns empty if {@code --workers} and {@code --subscribers} request no pods. */
    Optional<KubernetesPods> pods(@Nullable String writers, @Nullable String subscribers, boolean replacesFailedPods) {
        if (!isInPod()) {
            refuse(POD_COMMAND_OPTIONS::contains, " is given, but the command runs here: give --on=kubernetes");
        }
        if (!requestsPods(writers) && !requestsPods(subscribers)) {
            if (!isInPod()) {
                refuse(
                        name -> name.startsWith("--kubernetes-") || name.equals("--dry-run"),
                        " is given, but no pods: give --workers=kubernetes:N or --on=kubernetes");
            }
            return Optional.empty();
        }
        if (writers != null && !requestsPods(writers) || subscribers != null && !requestsPods(subscribers)) {
            throw usageError("--workers and --subscribers: give kubernetes:N or addresses for both");
        }
        return Optional.of(
                createPods(podCount("--workers", writers), podCount("--subscribers", subscribers), replacesFailedPods));
    }

    private void refuse(Predicate<String> isRefused, String reason) {
        spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(isRefused)
                .findFirst()
                .ifPresent(name -> {
                    throw usageError(name + reason);
                });
    }

    private KubernetesPods createPods(int writers, int subscribers, boolean replacesFailedPods) {
        Map<String, String> allRequests = new LinkedHashMap<>(KubernetesPods.REQUESTS);
        allRequests.putAll(requests);
        return new KubernetesPods(
                writers,
                subscribers,
                cluster.context(),
                cluster.namespace(),
                image == null ? "cdc-tester:" + ToolInfo.current("").version() : image,
                pullSecret,
                serviceAccount,
                allRequests,
                limits.isEmpty() ? Map.of("memory", allRequests.get("memory")) : limits,
                nodeSelector,
                tolerations,
                spread,
                labels,
                scheduleTimeout,
                deadline,
                replacesFailedPods);
    }

    private int podCount(String option, @Nullable String nodes) {
        String number = nodes == null ? "0" : nodes.substring(PODS_PREFIX.length());
        if (!number.matches("\\d{1,6}") || nodes != null && Integer.parseInt(number) == 0) {
            throw usageError(option + ": '" + nodes + "' must be kubernetes:N, such as kubernetes:20");
        }
        return Integer.parseInt(number);
    }
}
