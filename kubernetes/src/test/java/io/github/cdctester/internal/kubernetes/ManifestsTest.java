// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.KubernetesPodsCopy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManifestsTest {

    private static final KubernetesPods PODS = new KubernetesPods(
            3,
            2,
            "",
            "load",
            "registry.example/cdc-tester:1",
            "registry",
            "tester",
            Map.of("cpu", "500m"),
            Map.of("memory", "2Gi"),
            Map.of("pool", "load"),
            List.of("load=true:NoSchedule", "spot:NoExecute", "any"),
            "topology.kubernetes.io/zone",
            Map.of("team", "cdc"),
            Duration.ofSeconds(20),
            Duration.ofHours(2),
            false);

    private final Job job = new Manifests(PODS, "cdc-tester-1").job();
    private final PodSpec pod = job.getSpec().getTemplate().getSpec();

    @Test
    void jobHasOnePodPerNode() {
        assertThat(job.getSpec().getCompletions()).isEqualTo(5);
        assertThat(job.getSpec().getParallelism()).isEqualTo(5);
        assertThat(job.getSpec().getCompletionMode()).isEqualTo("Indexed");
    }

    @Test
    void jobRemovesItself() {
        assertThat(job.getSpec().getActiveDeadlineSeconds()).isEqualTo(7_200);
        assertThat(job.getSpec().getTtlSecondsAfterFinished()).isEqualTo(30);
        Secret secret = new Manifests(PODS, "cdc-tester-1").secret("key".getBytes(StandardCharsets.UTF_8), "uid-1");
        assertThat(secret.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("uid-1"));
        assertThat(secret.getData()).containsEntry("workers.p12", "a2V5");
    }

    @Test
    void podHasSettings() {
        assertThat(pod.getContainers().get(0).getImage()).isEqualTo("registry.example/cdc-tester:1");
        assertThat(pod.getImagePullSecrets()).extracting("name").containsExactly("registry");
        assertThat(pod.getServiceAccountName()).isEqualTo("tester");
        assertThat(pod.getNodeSelector()).isEqualTo(Map.of("pool", "load"));
        assertThat(pod.getTolerations())
                .containsExactly(
                        new Toleration("NoSchedule", "load", "Equal", null, "true"),
                        new Toleration("NoExecute", "spot", "Exists", null, null),
                        new Toleration(null, "any", "Exists", null, null));
        assertThat(pod.getTopologySpreadConstraints()).extracting("topologyKey").containsExactly(PODS.spread());
        assertThat(pod.getContainers().get(0).getResources().getRequests())
                .isEqualTo(Map.of("cpu", new Quantity("500m")));
        assertThat(pod.getContainers().get(0).getResources().getLimits())
                .isEqualTo(Map.of("memory", new Quantity("2Gi")));
        assertThat(job.getSpec().getTemplate().getMetadata().getLabels())
                .containsEntry("team", "cdc")
                .containsEntry(Manifests.INSTANCE, "cdc-tester-1");
    }

    @Test
    void failedPodsAreReplacedOnRequest() {
        assertThat(job.getSpec().getBackoffLimitPerIndex()).isZero();
        KubernetesPods replaced = KubernetesPodsCopy.of(PODS).replaced(true).build();
        assertThat(new Manifests(replaced, "cdc-tester-1").job().getSpec().getBackoffLimitPerIndex())
                .isEqualTo(16);
    }

    /** The requirements of the restricted Pod Security Standard. */
    @Test
    void podIsRestricted() {
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getContainers()).hasSize(1).first().satisfies(container -> {
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
        });
    }

    @Test
    void defaultsAreLeftOut() {
        PodSpec plain = new Manifests(KubernetesPods.writers(1, "i"), "j")
                .job()
                .getSpec()
                .getTemplate()
                .getSpec();
        assertThat(plain.getServiceAccountName()).isNull();
        assertThat(plain.getImagePullSecrets()).isEmpty();
        assertThat(plain.getTolerations()).isEmpty();
    }
}
