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

/** Starts pods with fabric8's mock API server. The tests create the pods in place of the Job controller. */
@Timeout(60)
@EnableKubernetesMockClient(crud = true, https = false)
class KubernetesPlatformTest {

    private static final KubernetesPods PODS = KubernetesPodsCopy.of(KubernetesPods.writers(2, "image"))
            .scheduleTimeout(Duration.ofSeconds(50))
            .build();

    /** Pods for tests in which they are never scheduled. */
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

    private static String reason(RunningWorkerPods started, String pod) throws Exception {
        return started.lossReason(pod).get(10, TimeUnit.SECONDS);
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
        try (RunningWorkerPods started = start()) {
            assertThat(started.addresses())
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

    /** The machine of a pod does not answer; later its kubelet reports the end of the pod. */
    @Test
    void laterReasonReplacesNodeNotReady() throws Exception {
        createReadyPods();
        try (RunningWorkerPods started = start()) {
            kubernetes.change("pod-0", FakeKubernetes::onSilentNode);
            assertThat(reason(started, "pod-0")).startsWith("NodeNotReady, pod ");
            kubernetes.change(
                    "pod-0",
                    pod -> FakeKubernetes.withCondition(
                            pod, "DisruptionTarget", "True", "DeletionByTaintManager", "taint"));
            FakeKubernetes.await(
                    () -> started.lossReason("pod-0").join().startsWith("DeletionByTaintManager: taint, pod "));
        }
    }

    @Test
    void readyPodHasNoLossReason() throws Exception {
        createReadyPods();
        try (RunningWorkerPods started = start()) {
            kubernetes.change("pod-0", FakeKubernetes::onSilentNode);
            assertThat(reason(started, "pod-0")).startsWith("NodeNotReady, pod ");
            kubernetes.change("pod-0", FakeKubernetes::ready);
            FakeKubernetes.await(() -> !started.lossReason("pod-0").isDone());
        }
    }

    /** The replacement has the address of the lost pod. */
    @Test
    void returnsReplacement() throws Exception {
        createReadyPods();
        try (RunningWorkerPods started =
                start(KubernetesPodsCopy.of(PODS).replaced(true).build())) {
            InetSocketAddress first = started.addresses().get(0);
            kubernetes.change(
                    "pod-0",
                    pod -> pod.editStatus()
                            .withPhase("Failed")
                            .withReason("Evicted")
                            .endStatus());
            FakeKubernetes.await(() -> started.current(first).isEmpty());
            PodBuilder replacement = FakeKubernetes.pod(kubernetes.job(), 0)
                    .editMetadata()
                    .withName("replacement")
                    .endMetadata();
            client.resource(replacement.build()).create();
            kubernetes.change("replacement", FakeKubernetes::ready);
            FakeKubernetes.await(() -> started.current(first).equals(Optional.of(new Instance("replacement", first))));
            assertThat(started.lossReason("pod-0").join()).startsWith("Evicted, pod ");
            assertThat(started.lossReason("replacement")).isNotDone();
            InetSocketAddress second = started.addresses().get(1);
            assertThat(started.current(second).orElseThrow().address()).isEqualTo(second);
        }
    }

    @Test
    void reportsReasonOfLoss() throws Exception {
        createReadyPods();
        try (RunningWorkerPods started = start()) {
            kubernetes.change(
                    "pod-0",
                    pod -> pod.editStatus()
                            .addNewContainerStatus()
                            .withState(FakeKubernetes.ended(137, "OOMKilled"))
                            .endContainerStatus()
                            .endStatus());
            kubernetes.delete("pod-1");
            assertThat(reason(started, "pod-0")).isEqualTo("OOMKilled, memory limit 1Gi, pod pod-0 on node node-b");
            assertThat(reason(started, "pod-1")).isEqualTo("deleted, pod pod-1 on node node-b");
            InetSocketAddress first = started.addresses().get(0);
            assertThat(started.current(first)).as("not replaced").contains(new Instance("pod-0", first));
        }
    }
}
