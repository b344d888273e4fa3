// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * Worker nodes that run as pods of one Kubernetes Job. An empty text selects the cluster's default.
 *
 * @param writers number of pods that write
 * @param subscribers number of pods that read streams
 * @param context context in the kubeconfig
 * @param namespace namespace of all objects; empty for the context's namespace, or for the coordinator's namespace if it runs
 *     in a pod
 * @param image image that contains the same version of cdc-tester as this process
 * @param pullSecret name of the Secret with the registry's credentials
 * @param serviceAccount service account of the pods; worker nodes get no token
 * @param requests resources to reserve for each pod, such as {@code cpu=2}
 * @param limits maximum resources of each pod
 * @param nodeSelector labels of the machines for the pods
 * @param tolerations taints to tolerate, as {@code KEY=VALUE:EFFECT}, {@code KEY:EFFECT} or {@code KEY}
 * @param spread label of machines over which the pods are distributed, such as {@code kubernetes.io/hostname}
 * @param labels further labels of all objects
 * @param scheduleTimeout time after which the start fails if the cluster cannot schedule the pods, for example because resources
 *     are missing; up to 10 min
 * @param deadline time after which Kubernetes ends the pods, even if the run has not ended; at least 1 min
 * @param replaced true if Kubernetes replaces pods that fail or are removed; see {@link WorkerNodes#takingLateNodes}
 */
@RecordBuilder
public record KubernetesPods(
        int writers,
        int subscribers,
        String context,
        String namespace,
        String image,
        String pullSecret,
        String serviceAccount,
        Map<String, String> requests,
        Map<String, String> limits,
        Map<String, String> nodeSelector,
        List<String> tolerations,
        String spread,
        Map<String, String> labels,
        Duration scheduleTimeout,
        Duration deadline,
        boolean replaced) {

    /** Maximum number of pods that write, and of pods that read streams. */
    public static final int MAX_PODS = 1_000;

    /** Resources that each pod reserves by default. */
    public static final Map<String, String> REQUESTS = Map.of("cpu", "2", "memory", "1Gi");

    /** Default limits. There is no CPU limit, because it would slow the load down without any sign in the result. */
    public static final Map<String, String> LIMITS = Map.of("memory", "1Gi");

    /** Default label over which the pods are distributed: the machine's name. */
    public static final String SPREAD = "kubernetes.io/hostname";

    /** Default time after which the start fails if the cluster cannot schedule the pods. */
    public static final Duration SCHEDULE_TIMEOUT = Duration.ofSeconds(20);

    private static final Duration MAX_SCHEDULE_TIMEOUT = Duration.ofMinutes(10);

    /** Default time after which Kubernetes ends the pods. */
    public static final Duration DEADLINE = Duration.ofDays(1);

    private static final Pattern QUANTITY = Pattern.compile("\\d+(\\.\\d+)?(m|[kMGTPE]i?)?");
    private static final Pattern TOLERATION =
            Pattern.compile("[\\w./-]+(=[\\w.-]*)?(:(NoSchedule|PreferNoSchedule|NoExecute))?");
    private static final Pattern LABEL = Pattern.compile("([\\w.-]+/)?\\w([\\w.-]{0,61}\\w)?");
    private static final Pattern LABEL_VALUE = Pattern.compile("|\\w([\\w.-]{0,61}\\w)?");

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if a number of pods, a resource, a label, a toleration or a time is wrong
     */
    public KubernetesPods {
        requests = copy(requests);
        limits = copy(limits);
        nodeSelector = copy(nodeSelector);
        tolerations = List.copyOf(tolerations);
        labels = copy(labels);
        check("workers", writers);
        check("subscribers", subscribers);
        if (writers + subscribers == 0) {
            throw new InvalidPlanException("workers", 0, "a number of pods from 1");
        }
        if (scheduleTimeout.compareTo(MAX_SCHEDULE_TIMEOUT) > 0) {
            throw new InvalidPlanException("kubernetesScheduleTimeout", scheduleTimeout, "a duration up to 10 min");
        }
        check("kubernetesRequests", requests);
        check("kubernetesLimits", limits);
        checkLabels("kubernetesNodeSelector", nodeSelector);
        checkLabels("kubernetesLabels", labels);
        for (String toleration : tolerations) {
            if (!TOLERATION.matcher(toleration).matches()) {
                throw new InvalidPlanException(
                        "kubernetesTolerations",
                        "'" + toleration + "'",
                        "KEY=VALUE:EFFECT, such as load=true:NoSchedule");
            }
        }
        if (deadline.compareTo(Duration.ofMinutes(1)) < 0) {
            throw new InvalidPlanException("kubernetesDeadline", deadline, "at least 1 min");
        }
    }

    /** Creates pods that write, with default values for the other settings. */
    public static KubernetesPods writers(int writers, String image) {
        return new KubernetesPods(
                writers,
                0,
                "",
                "",
                image,
                "",
                "",
                REQUESTS,
                LIMITS,
                Map.of(),
                List.of(),
                SPREAD,
                Map.of(),
                SCHEDULE_TIMEOUT,
                DEADLINE,
                false);
    }

    /** Returns the number of all pods. */
    public int count() {
        return writers + subscribers;
    }

    /** Returns the number of CPUs that each pod reserves; empty if it reserves none. */
    public OptionalDouble reservedCpus() {
        String cpu = requests.getOrDefault("cpu", "0");
        double number = Double.parseDouble(cpu.replaceAll("[^\\d.]", ""));
        return number == 0 ? OptionalDouble.empty() : OptionalDouble.of(cpu.endsWith("m") ? number / 1_000 : number);
    }

    private static Map<String, String> copy(Map<String, String> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map)); // keeps the order
    }

    private static void check(String setting, int pods) {
        if (pods < 0 || pods > MAX_PODS) {
            throw new InvalidPlanException(setting, pods, "a number of pods up to " + MAX_PODS);
        }
    }

    private static void check(String setting, Map<String, String> resources) {
        resources.forEach((name, value) -> {
            if (!LABEL.matcher(name).matches() || !QUANTITY.matcher(value).matches()) {
                throw new InvalidPlanException(
                        setting, "'" + name + "=" + value + "'", "RESOURCE=QUANTITY, such as cpu=500m or memory=1Gi");
            }
        });
    }

    private static void checkLabels(String setting, Map<String, String> labels) {
        labels.forEach((name, value) -> {
            if (!LABEL.matcher(name).matches() || !LABEL_VALUE.matcher(value).matches()) {
                throw new InvalidPlanException(
                        setting, "'" + name + "=" + value + "'", "a label of Kubernetes, KEY=VALUE");
            }
        });
    }
}
