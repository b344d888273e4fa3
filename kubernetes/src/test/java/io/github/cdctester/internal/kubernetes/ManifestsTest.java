// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.KubernetesPodsCopy;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.internal.run.pod.PodOutputs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private final Job job = new Manifests(PODS, "cdc-tester-1", Manifests.WORKER).workers();
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
        Secret secret = new Manifests(PODS, "cdc-tester-1", Manifests.WORKER)
                .secret(Map.of(Manifests.SECRET_FILE, "key".getBytes(StandardCharsets.UTF_8)), "uid-1");
        assertThat(secret.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("uid-1"));
        assertThat(secret.getData()).containsEntry("workers.p12", "a2V5");
    }

    @Test
    void podUsesSettings() {
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
                .containsEntry(Manifests.INSTANCE_LABEL, "cdc-tester-1");
    }

    @Test
    void failedPodsAreReplacedOnRequest() {
        assertThat(job.getSpec().getBackoffLimitPerIndex()).isZero();
        KubernetesPods replaced = KubernetesPodsCopy.of(PODS).replaced(true).build();
        assertThat(new Manifests(replaced, "cdc-tester-1", Manifests.WORKER)
                        .workers()
                        .getSpec()
                        .getBackoffLimitPerIndex())
                .isEqualTo(16);
    }

    /** The restricted Pod Security Standard has these requirements. */
    @Test
    void podsAreRestricted() {
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getContainers()).hasSize(1);
        assertRestricted(pod);
        PodSpec run = runPod(command(false));
        assertThat(run.getAutomountServiceAccountToken()).isFalse();
        assertThat(run.getContainers()).extracting("name").containsExactly("run", "results");
        assertRestricted(run);
    }

    private static void assertRestricted(PodSpec pod) {
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(pod.getContainers()).allSatisfy(container -> {
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
        });
    }

    @Test
    void omitsDefaults() {
        PodSpec defaultPod = new Manifests(KubernetesPods.writers(1, "i"), "j", Manifests.WORKER)
                .workers()
                .getSpec()
                .getTemplate()
                .getSpec();
        assertThat(defaultPod.getServiceAccountName()).isNull();
        assertThat(defaultPod.getImagePullSecrets()).isEmpty();
        assertThat(defaultPod.getTolerations()).isEmpty();
    }

    private static PodCommand command(boolean startsPods) {
        return new PodCommand(
                KubernetesPodsCopy.of(KubernetesPods.writers(1, "image"))
                        .deadline(Duration.ofHours(2))
                        .build(),
                List.of("run", "@/files/options"),
                Map.of("plans/a.yaml", new byte[] {1}, "options", new byte[] {2}),
                startsPods,
                new PodOutputs(Optional.of(Path.of("/home/ann/result")), Optional.empty(), false),
                Duration.ofMinutes(5));
    }

    private static Job runJob(PodCommand command) {
        return new Manifests(command.pod(), "cdc-tester-2", Manifests.RUN).run(command);
    }

    private static PodSpec runPod(PodCommand command) {
        return runJob(command).getSpec().getTemplate().getSpec();
    }

    @Test
    void runHasItsFilesInSecret() {
        PodSpec run = runPod(command(false));
        Volume secret = run.getVolumes().stream()
                .filter(volume -> volume.getName().equals("secret"))
                .findFirst()
                .orElseThrow();
        assertThat(secret.getSecret().getItems())
                .containsExactly(
                        new KeyToPath("file-0", null, "options", null),
                        new KeyToPath("file-1", null, "plans/a.yaml", null));
        assertThat(Manifests.data(command(false)))
                .containsOnlyKeys("file-0", "file-1")
                .containsEntry("file-0", new byte[] {2});
        assertThat(run.getContainers().get(0).getArgs()).containsExactly("run", "@/files/options");
    }

    @Test
    void runRemovesItself() {
        Job run = runJob(command(false));
        assertThat(run.getSpec().getActiveDeadlineSeconds()).isEqualTo(7_500);
        assertThat(run.getSpec().getTtlSecondsAfterFinished()).isEqualTo(300);
        assertThat(run.getSpec().getTemplate().getSpec().getContainers().get(1).getCommand())
                .endsWith("300");
        assertThat(Manifests.outputs(run)).isEqualTo(command(false).outputs());
    }

    @Test
    void runThatStartsPodsHasServiceAccount() {
        assertThat(runPod(command(false)).getServiceAccountName()).isNull();
        PodSpec run = runPod(command(true));
        assertThat(run.getServiceAccountName()).isEqualTo("cdc-tester");
        assertThat(run.getAutomountServiceAccountToken()).isTrue();
    }
}
