// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.KubernetesPodsCopy;
import io.github.cdctester.config.WorkerNodes.Platform.Instance;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.pod.WorkerPlatform.RunningWorkerPods;
import io.github.cdctester.stop.StopSignal;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** fabric8's mock API server has no Job controller, so the tests create the pods. */
@Timeout(60)
@EnableKubernetesMockClient(crud = true, https = false)
class KubernetesPlatformTest {

    private static final KubernetesPods PODS = KubernetesPodsCopy.of(KubernetesPods.writers(2, "image"))
            .scheduleTimeout(Duration.ofSeconds(50))
            .build();

    private static final KubernetesPods UNSCHEDULABLE =
            KubernetesPodsCopy.of(PODS).scheduleTimeout(Duration.ofSeconds(5)).build();

    KubernetesClient client;
    KubernetesMockServer server;

    @TempDir
    Path directory;

    private FakeKubernetes kubernetes;
    private Path secret;
    private final List<String> progress = new ArrayList<>();
    private final StopSignal stop = new StopSignal();

    @BeforeEach
    void createSecret() throws Exception {
        kubernetes = new FakeKubernetes(client, server);
        secret = Files.writeString(directory.resolve("workers.p12"), "key");
    }

    private RunningWorkerPods start() throws InterruptedException {
        return start(PODS);
    }

    private RunningWorkerPods start(KubernetesPods pods) throws InterruptedException {
        return KubernetesPlatform.start(kubernetes.newClient(), pods, secret, stop, progress::add);
    }

    private void createReadyPods() {
        kubernetes.createPods(List.of(FakeKubernetes::ready, FakeKubernetes::ready));
    }

    private static String reason(RunningWorkerPods pods, String pod) throws Exception {
        return pods.lossReason(pod).get(10, TimeUnit.SECONDS);
    }

    private static PodBuilder waiting(PodBuilder pod, String reason, String message) {
        return pod.editStatus()
                .addNewContainerStatus()
                .withNewState()
                .withNewWaiting(message, reason)
                .endState()
                .endContainerStatus()
                .endStatus();
    }

    @Test
    void returnsAddressesByIndex() throws Exception {
        createReadyPods();
        try (RunningWorkerPods pods = start()) {
            assertThat(pods.addresses())
                    .containsExactly(new InetSocketAddress("10.1.0.1", 7070), new InetSocketAddress("10.1.0.2", 7070));
            Job job = kubernetes.job();
            Secret createdSecret = client.secrets().list().getItems().get(0);
            assertThat(createdSecret.getMetadata().getOwnerReferences().get(0).getUid())
                    .isEqualTo(job.getMetadata().getUid());
            assertThat(progress)
                    .singleElement()
                    .asString()
                    .startsWith("starting 2 pods as job " + job.getMetadata().getName() + " in namespace ");
        }
        kubernetes.assertNoJob();
    }

    @Test
    void reportsUnschedulablePod() {
        kubernetes.createPods(List.of(
                FakeKubernetes::ready,
                pod -> FakeKubernetes.withCondition(
                        pod, "PodScheduled", "False", "Unschedulable", "0/2 nodes: Insufficient cpu")));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> start(UNSCHEDULABLE))
                .withMessage("Kubernetes does not start the worker nodes: Unschedulable: 0/2 nodes: Insufficient cpu"
                        + " (pod pod-1)");
        kubernetes.assertNoJob();
    }

    @Test
    void reportsMissingImage() {
        kubernetes.createPods(List.of(FakeKubernetes::ready, pod -> waiting(pod, "ImagePullBackOff", "no such image")));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(this::start)
                .withMessageContaining(": ImagePullBackOff: no such image (pod ");
        kubernetes.assertNoJob();
    }

    @Test
    void reportsEventIfNoPodIsCreated() {
        kubernetes.onNewJob(job -> client.resource(new EventBuilder()
                        .withNewMetadata()
                        .withName("e")
                        .endMetadata()
                        .withNewInvolvedObject()
                        .withName(job.getMetadata().getName())
                        .endInvolvedObject()
                        .withType("Warning")
                        .withReason("FailedCreate")
                        .withMessage("exceeded quota")
                        .build())
                .create());
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> start(UNSCHEDULABLE))
                .withMessage("Kubernetes does not start the worker nodes: FailedCreate: exceeded quota");
    }

    @Test
    void stopRemovesJob() {
        stop.raise();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(this::start)
                .withMessage("stopped while Kubernetes was starting the worker nodes");
        kubernetes.assertNoJob();
    }

    @Test
    void reportsMissingRights() {
        FakeKubernetes.refuse(
                        server.expect().post(), "/apis/batch/v1/namespaces/test/jobs", 403, "jobs.batch is forbidden")
                .always();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(this::start)
                .withMessage("Kubernetes refuses in namespace test: jobs.batch is forbidden;"
                        + " 'cdc-tester kubernetes rbac' prints the rights that are needed");
    }

    @Test
    void reportsMissingNamespace() {
        FakeKubernetes.refuse(
                        server.expect().post(),
                        "/apis/batch/v1/namespaces/test/jobs",
                        404,
                        "namespaces \"test\" not found")
                .always();
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(this::start)
                .withMessage("kubernetesNamespace: test, must be an existing namespace");
    }

    /** Later, the kubelet reports the end of the pod. */
    @Test
    void laterReasonReplacesNodeNotReady() throws Exception {
        createReadyPods();
        try (RunningWorkerPods pods = start()) {
            kubernetes.change("pod-0", FakeKubernetes::onSilentNode);
            assertThat(reason(pods, "pod-0")).startsWith("NodeNotReady, pod ");
            kubernetes.change(
                    "pod-0",
                    pod -> FakeKubernetes.withCondition(
                            pod, "DisruptionTarget", "True", "DeletionByTaintManager", "taint"));
            FakeKubernetes.await(
                    () -> pods.lossReason("pod-0").join().startsWith("DeletionByTaintManager: taint, pod "));
        }
    }

    @Test
    void readyPodHasNoLossReason() throws Exception {
        createReadyPods();
        try (RunningWorkerPods pods = start()) {
            kubernetes.change("pod-0", FakeKubernetes::onSilentNode);
            assertThat(reason(pods, "pod-0")).startsWith("NodeNotReady, pod ");
            kubernetes.change("pod-0", FakeKubernetes::ready);
            FakeKubernetes.await(() -> !pods.lossReason("pod-0").isDone());
        }
    }

    @Test
    void returnsReplacement() throws Exception {
        createReadyPods();
        try (RunningWorkerPods pods =
                start(KubernetesPodsCopy.of(PODS).replaced(true).build())) {
            InetSocketAddress first = pods.addresses().get(0);
            kubernetes.change(
                    "pod-0",
                    pod -> pod.editStatus()
                            .withPhase("Failed")
                            .withReason("Evicted")
                            .endStatus());
            FakeKubernetes.await(() -> pods.current(first).isEmpty());
            PodBuilder replacement = FakeKubernetes.pod(kubernetes.job(), 0)
                    .editMetadata()
                    .withName("replacement")
                    .endMetadata();
            client.resource(replacement.build()).create();
            kubernetes.change("replacement", FakeKubernetes::ready);
            FakeKubernetes.await(() -> pods.current(first).equals(Optional.of(new Instance("replacement", first))));
            assertThat(pods.lossReason("pod-0").join()).startsWith("Evicted, pod ");
            assertThat(pods.lossReason("replacement")).isNotDone();
            InetSocketAddress second = pods.addresses().get(1);
            assertThat(pods.current(second).orElseThrow().address()).isEqualTo(second);
        }
    }

    @Test
    void reportsReasonOfLoss() throws Exception {
        createReadyPods();
        try (RunningWorkerPods pods = start()) {
            kubernetes.change(
                    "pod-0",
                    pod -> pod.editStatus()
                            .addNewContainerStatus()
                            .withState(FakeKubernetes.ended(137, "OOMKilled"))
                            .endContainerStatus()
                            .endStatus());
            kubernetes.delete("pod-1");
            assertThat(reason(pods, "pod-0")).isEqualTo("OOMKilled, memory limit 1Gi, pod pod-0 on node node-b");
            assertThat(reason(pods, "pod-1")).isEqualTo("deleted, pod pod-1 on node node-b");
            InetSocketAddress first = pods.addresses().get(0);
            assertThat(pods.current(first)).as("not replaced").contains(new Instance("pod-0", first));
        }
    }
}
