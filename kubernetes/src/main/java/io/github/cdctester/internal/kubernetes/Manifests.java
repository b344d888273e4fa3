// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
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
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The objects of a run: a Job with one pod per worker node, and a Secret that the Job owns.
 *
 * @param name the name of both objects
 */
record Manifests(KubernetesPods pods, String name) {

    /** Label of all pods of one run. */
    static final String INSTANCE = "app.kubernetes.io/instance";

    static final String SECRET_FILE = "workers.p12";

    /** Maximum number of replacements of one pod. Kubernetes waits longer before each. */
    private static final int MAX_REPLACEMENTS = 16;

    Job job() {
        return new JobBuilder(Serialization.unmarshal(resource("workers.yaml"), Job.class))
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .endMetadata()
                .editSpec()
                .withCompletions(pods.count())
                .withParallelism(pods.count())
                .withBackoffLimitPerIndex(pods.replaced() ? MAX_REPLACEMENTS : 0)
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
                        .endSecret()
                        .build())
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** @param uid the id of the Job, with which Kubernetes removes the Secret */
    Secret secret(byte[] key, String uid) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .addNewOwnerReference()
                .withApiVersion("batch/v1")
                .withKind("Job")
                .withName(name)
                .withUid(uid)
                .endOwnerReference()
                .endMetadata()
                .addToData(SECRET_FILE, Base64.getEncoder().encodeToString(key))
                .build();
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>(pods.labels());
        labels.put("app.kubernetes.io/name", "cdc-tester");
        labels.put("app.kubernetes.io/component", "worker");
        labels.put(INSTANCE, name);
        return labels;
    }

    /** Two pods on one machine would share its processors, so they are distributed as far as possible. */
    private List<TopologySpreadConstraint> spread() {
        return pods.spread().isEmpty()
                ? List.of()
                : List.of(new TopologySpreadConstraintBuilder()
                        .withMaxSkew(1)
                        .withTopologyKey(pods.spread())
                        .withWhenUnsatisfiable("ScheduleAnyway")
                        .withNewLabelSelector()
                        .addToMatchLabels(INSTANCE, name)
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
