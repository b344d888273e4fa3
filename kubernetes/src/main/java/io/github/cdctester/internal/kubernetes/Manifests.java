// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.internal.run.pod.PodOutputs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A Job and the Secret that it owns. The Job has one pod per worker node, or one pod for the command.
 *
 * @param component {@link #WORKER} or {@link #RUN}
 */
record Manifests(KubernetesPods pods, String name, String component) {

    static final String WORKER = "worker";
    static final String RUN = "run";

    static final String RESULTS = "results";

    static final String COMPONENT_LABEL = "app.kubernetes.io/component";

    private static final String OUT_ANNOTATION = "cdc-tester/out";
    private static final String JUNIT_ANNOTATION = "cdc-tester/junit";
    private static final String OVERWRITE_ANNOTATION = "cdc-tester/overwrite";

    /** Default service account of a command that starts worker nodes; defined in {@code rights.yaml}. */
    private static final String ACCOUNT = "cdc-tester";

    /** Label of all pods of one run. */
    static final String INSTANCE_LABEL = "app.kubernetes.io/instance";

    static final String SECRET_FILE = "workers.p12";

    /** Maximum number of replacements of one pod. Kubernetes waits longer before each replacement. */
    private static final int MAX_REPLACEMENTS = 16;

    Job workers() {
        return job("workers.yaml", List.of())
                .editSpec()
                .withBackoffLimitPerIndex(pods.replaced() ? MAX_REPLACEMENTS : 0)
                .endSpec()
                .build();
    }

    Job run(PodCommand command) {
        String account = pods.serviceAccount().isEmpty() && command.startsPods() ? ACCOUNT : pods.serviceAccount();
        long keepSeconds = command.keepTime().toSeconds();
        return job("run.yaml", items(command))
                .editMetadata()
                .withAnnotations(annotations(command.outputs()))
                .endMetadata()
                .editSpec()
                .withActiveDeadlineSeconds(pods.deadline().toSeconds() + keepSeconds)
                .withTtlSecondsAfterFinished((int) keepSeconds)
                .editTemplate()
                .editSpec()
                .withServiceAccountName(emptyAsNull(account))
                .withAutomountServiceAccountToken(command.startsPods())
                .editFirstContainer()
                .withArgs(command.arguments())
                .endContainer()
                .editLastContainer()
                .withImage(pods.image())
                .addToCommand(String.valueOf(keepSeconds))
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** The Job stores the local paths, so that {@code attach} finds them. */
    private static Map<String, String> annotations(PodOutputs outputs) {
        Map<String, String> annotations = new LinkedHashMap<>();
        outputs.out().ifPresent(localPath -> annotations.put(OUT_ANNOTATION, localPath.toString()));
        outputs.junit().ifPresent(localPath -> annotations.put(JUNIT_ANNOTATION, localPath.toString()));
        annotations.put(OVERWRITE_ANNOTATION, String.valueOf(outputs.overwrites()));
        return annotations;
    }

    static PodOutputs outputs(Job run) {
        Map<String, String> annotations = run.getMetadata().getAnnotations();
        return new PodOutputs(
                Optional.ofNullable(annotations.get(OUT_ANNOTATION)).map(Path::of),
                Optional.ofNullable(annotations.get(JUNIT_ANNOTATION)).map(Path::of),
                Boolean.parseBoolean(annotations.get(OVERWRITE_ANNOTATION)));
    }

    /** Each key is mapped to a path, because a key of a Secret cannot contain a slash. */
    private static List<KeyToPath> items(PodCommand command) {
        List<KeyToPath> items = new ArrayList<>();
        for (String path : command.files().keySet()) {
            items.add(new KeyToPath(key(items.size()), null, path, null));
        }
        return items;
    }

    static Map<String, byte[]> data(PodCommand command) {
        Map<String, byte[]> data = new LinkedHashMap<>();
        for (byte[] file : command.files().values()) {
            data.put(key(data.size()), file);
        }
        return data;
    }

    private static String key(int index) {
        return "file-" + index;
    }

    private JobBuilder job(String template, List<KeyToPath> items) {
        return new JobBuilder(Serialization.unmarshal(resource(template), Job.class))
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .endMetadata()
                .editSpec()
                .withCompletions(pods.count())
                .withParallelism(pods.count())
                .withActiveDeadlineSeconds(pods.deadline().toSeconds())
                .editTemplate()
                .withNewMetadata()
                .withLabels(labels())
                .endMetadata()
                .editSpec()
                .withServiceAccountName(emptyAsNull(pods.serviceAccount()))
                .withImagePullSecrets(
                        pods.pullSecret().isEmpty() ? List.of() : List.of(new LocalObjectReference(pods.pullSecret())))
                .withNodeSelector(pods.nodeSelector())
                .withTolerations(
                        pods.tolerations().stream().map(Manifests::toleration).toList())
                .withTopologySpreadConstraints(spread())
                .editFirstContainer()
                .withImage(pods.image())
                .withNewResources()
                .withRequests(quantities(pods.requests()))
                .withLimits(quantities(pods.limits()))
                .endResources()
                .endContainer()
                .addToVolumes(new VolumeBuilder()
                        .withName("secret")
                        .withNewSecret()
                        .withSecretName(name)
                        .withItems(items)
                        .endSecret()
                        .build())
                .endSpec()
                .endTemplate()
                .endSpec();
    }

    /** @param uid the id of the Job; Kubernetes removes the Secret together with this Job */
    Secret secret(Map<String, byte[]> files, String uid) {
        Map<String, String> data = new LinkedHashMap<>();
        files.forEach((key, content) -> data.put(key, Base64.getEncoder().encodeToString(content)));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .addToOwnerReferences(new OwnerReference("batch/v1", null, null, "Job", name, uid))
                .endMetadata()
                .withData(data)
                .build();
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>(pods.labels());
        labels.put("app.kubernetes.io/name", "cdc-tester");
        labels.put(COMPONENT_LABEL, component);
        labels.put(INSTANCE_LABEL, name);
        return labels;
    }

    /** Distributes the pods over machines as far as possible, because pods on one machine share its processors. */
    private List<TopologySpreadConstraint> spread() {
        return pods.spread().isEmpty()
                ? List.of()
                : List.of(new TopologySpreadConstraintBuilder()
                        .withMaxSkew(1)
                        .withTopologyKey(pods.spread())
                        .withWhenUnsatisfiable("ScheduleAnyway")
                        .withNewLabelSelector()
                        .addToMatchLabels(INSTANCE_LABEL, name)
                        .endLabelSelector()
                        .build());
    }

    private static Toleration toleration(String text) {
        String[] keyAndEffect = text.split(":", 2);
        String[] keyAndValue = keyAndEffect[0].split("=", 2);
        Toleration toleration = new Toleration();
        toleration.setKey(keyAndValue[0]);
        toleration.setOperator(keyAndValue.length == 1 ? "Exists" : "Equal");
        toleration.setValue(keyAndValue.length == 1 ? null : keyAndValue[1]);
        toleration.setEffect(keyAndEffect.length == 1 ? null : keyAndEffect[1]);
        return toleration;
    }

    private static Map<String, Quantity> quantities(Map<String, String> resources) {
        return resources.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, resource -> new Quantity(resource.getValue())));
    }

    private static String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }

    static String resource(String file) {
        try (InputStream in = Manifests.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
