// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.KubernetesPodsCopy;
import io.github.cdctester.config.WorkerNodes.Platform.Instance;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.pod.WorkerPlatform.Started;
import io.github.cdctester.stop.StopSignal;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts pods at fabric8's API server; the test creates the pods, like the controller of Jobs. */
@Timeout(60)
@EnableKubernetesMockClient(crud = true)
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

    private Path secret;
    private final List<String> progress = new ArrayList<>();
    private final StopSignal stop = new StopSignal();

    @BeforeEach
    void createSecret() throws Exception {
        secret = Files.writeString(directory.resolve("workers.p12"), "key");
    }

    private Started start() throws InterruptedException {
        return start(PODS);
    }

    private Started start(KubernetesPods pods) throws InterruptedException {
        return KubernetesPlatform.start(
                server.createClient().adapt(NamespacedKubernetesClient.class), pods, secret, stop, progress::add);
    }

    /** Creates these pods for each new Job. */
    private void createPods(List<UnaryOperator<PodBuilder>> states) {
        client.batch().v1().jobs().watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Job job) {
                if (action == Action.ADDED) {
                    for (int i = 0; i < states.size(); i++) {
                        client.resource(states.get(i).apply(pod(job, i)).build())
                                .create();
                    }
                }
            }

            @Override
            public void onClose(WatcherException cause) {}
        });
    }

    static PodBuilder pod(Job job, int index) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(job.getMetadata().getName() + "-" + index)
                .withLabels(job.getSpec().getTemplate().getMetadata().getLabels())
                .addToLabels("batch.kubernetes.io/job-completion-index", String.valueOf(index))
                .endMetadata()
                .withSpec(job.getSpec().getTemplate().getSpec())
                .editSpec()
                .withNodeName("node-b")
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withPodIP("10.1.0." + (index + 1))
                .endStatus();
    }

    static PodBuilder ready(PodBuilder pod) {
        return withCondition(pod, "Ready", "True", null, null);
    }

    private static PodBuilder notReady(PodBuilder pod) {
        return withCondition(pod.editStatus().withConditions().endStatus(), "Ready", "False", null, null);
    }

    private static PodBuilder withCondition(PodBuilder pod, String type, String status, String reason, String message) {
        return pod.editStatus()
                .addNewCondition()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .endCondition()
                .endStatus();
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

    private void assertNothingLeft() {
        assertThat(client.batch().v1().jobs().list().getItems()).isEmpty();
    }

    @Test
    void returnsAddressesByIndex() throws Exception {
        createPods(List.of(KubernetesPlatformTest::ready, KubernetesPlatformTest::ready));
        try (Started started = start()) {
            assertThat(started.addresses())
                    .containsExactly(new InetSocketAddress("10.1.0.1", 7070), new InetSocketAddress("10.1.0.2", 7070));
            Job job = client.batch().v1().jobs().list().getItems().get(0);
            Secret created = client.secrets().list().getItems().get(0);
            assertThat(created.getMetadata().getOwnerReferences().get(0).getUid())
                    .isEqualTo(job.getMetadata().getUid());
            assertThat(progress)
                    .singleElement()
                    .asString()
                    .startsWith("starting 2 pods as job " + job.getMetadata().getName() + " in namespace ");
        }
        assertNothingLeft();
    }

    @Test
    void reportsUnschedulablePod() {
        createPods(List.of(
                KubernetesPlatformTest::ready,
                pod -> withCondition(pod, "PodScheduled", "False", "Unschedulable", "0/2 nodes: Insufficient cpu")));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> start(UNSCHEDULABLE))
                .withMessageMatching(
                        "Kubernetes does not start the worker nodes: Unschedulable: 0/2 nodes: Insufficient cpu"
                                + " \\(pod cdc-tester-\\w+-1\\)");
        assertNothingLeft();
    }

    @Test
    void reportsMissingImage() {
        createPods(List.of(KubernetesPlatformTest::ready, pod -> waiting(pod, "ImagePullBackOff", "no such image")));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(this::start)
                .withMessageContaining(": ImagePullBackOff: no such image (pod ");
        assertNothingLeft();
    }

    @Test
    void reportsEventIfNoPodIsCreated() {
        client.batch().v1().jobs().watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Job job) {
                if (action == Action.ADDED) {
                    client.resource(new EventBuilder()
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
                            .create();
                }
            }

            @Override
            public void onClose(WatcherException cause) {}
        });
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
        assertNothingLeft();
    }

    @Test
    void reportsMissingRights() {
        server.expect()
                .post()
                .withPath("/apis/batch/v1/namespaces/test/jobs")
                .andReturn(
                        403,
                        new StatusBuilder()
                                .withCode(403)
                                .withMessage("jobs.batch is forbidden")
                                .build())
                .always();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(this::start)
                .withMessage("Kubernetes refuses in namespace test: jobs.batch is forbidden;"
                        + " 'cdc-tester kubernetes rbac' prints the rights that are needed");
    }

    @Test
    void reportsMissingNamespace() {
        server.expect()
                .post()
                .withPath("/apis/batch/v1/namespaces/test/jobs")
                .andReturn(
                        404,
                        new StatusBuilder()
                                .withCode(404)
                                .withMessage("namespaces \"test\" not found")
                                .build())
                .always();
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(this::start)
                .withMessage("kubernetesNamespace: test, must be an existing namespace");
    }

    /** The machine of a pod does not answer; later its kubelet reports the end of the pod. */
    @Test
    void laterReasonReplacesNodeNotReady() throws Exception {
        createPods(List.of(KubernetesPlatformTest::ready, KubernetesPlatformTest::ready));
        try (Started started = start()) {
            Pod pod = client.pods().list().getItems().get(0);
            client.pods()
                    .withName(pod.getMetadata().getName())
                    .edit(one -> withCondition(notReady(new PodBuilder(one)), "ContainersReady", "True", null, null)
                            .build());
            assertThat(started.lossReason(pod.getMetadata().getName()).get(10, TimeUnit.SECONDS))
                    .startsWith("NodeNotReady, pod ");
            client.pods()
                    .withName(pod.getMetadata().getName())
                    .edit(one -> withCondition(
                                    new PodBuilder(one), "DisruptionTarget", "True", "DeletionByTaintManager", "taint")
                            .build());
            await(() -> started.lossReason(pod.getMetadata().getName())
                    .join()
                    .startsWith("DeletionByTaintManager: taint, pod "));
        }
    }

    @Test
    void readyPodHasNoReason() throws Exception {
        createPods(List.of(KubernetesPlatformTest::ready, KubernetesPlatformTest::ready));
        try (Started started = start()) {
            Pod pod = client.pods().list().getItems().get(0);
            client.pods()
                    .withName(pod.getMetadata().getName())
                    .edit(one -> withCondition(notReady(new PodBuilder(one)), "ContainersReady", "True", null, null)
                            .build());
            assertThat(started.lossReason(pod.getMetadata().getName()).get(10, TimeUnit.SECONDS))
                    .startsWith("NodeNotReady, pod ");
            client.pods()
                    .withName(pod.getMetadata().getName())
                    .edit(one -> ready(new PodBuilder(one)
                                    .editStatus()
                                    .withConditions()
                                    .endStatus())
                            .build());
            await(() -> !started.lossReason(pod.getMetadata().getName()).isDone());
        }
    }

    /** The replacement has the address of the lost pod. */
    @Test
    void returnsReplacement() throws Exception {
        createPods(List.of(KubernetesPlatformTest::ready, KubernetesPlatformTest::ready));
        try (Started started = start(KubernetesPodsCopy.of(PODS).replaced(true).build())) {
            InetSocketAddress first = started.addresses().get(0);
            Job job = client.batch().v1().jobs().list().getItems().get(0);
            Pod pod = client.pods().list().getItems().get(0);
            client.resource(new PodBuilder(pod)
                            .editStatus()
                            .withPhase("Failed")
                            .withReason("Evicted")
                            .endStatus()
                            .build())
                    .update();
            await(() -> started.current(first).isEmpty());
            PodBuilder replacement = pod(job, 0)
                    .editMetadata()
                    .withName(job.getMetadata().getName() + "-0-again")
                    .endMetadata()
                    .editStatus()
                    .withPodIP("10.1.0.1")
                    .endStatus();
            client.resource(replacement.build()).create();
            client.resource(ready(replacement).build()).update();
            String name = replacement.buildMetadata().getName();
            await(() -> started.current(first).equals(Optional.of(new Instance(name, first))));
            assertThat(started.lossReason(pod.getMetadata().getName()).join()).startsWith("Evicted, pod ");
            assertThat(started.lossReason(name)).isNotDone();
            InetSocketAddress second = started.addresses().get(1);
            assertThat(started.current(second).orElseThrow().address()).isEqualTo(second);
        }
    }

    /** Waits until the watch has reported a change; the class's timeout ends the wait. */
    static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Test
    void reportsReasonOfLoss() throws Exception {
        createPods(List.of(KubernetesPlatformTest::ready, KubernetesPlatformTest::ready));
        try (Started started = start()) {
            List<Pod> pods = client.pods().list().getItems();
            client.resource(new PodBuilder(pods.get(0))
                            .editStatus()
                            .addNewContainerStatus()
                            .withNewState()
                            .withNewTerminated()
                            .withReason("OOMKilled")
                            .withExitCode(137)
                            .endTerminated()
                            .endState()
                            .endContainerStatus()
                            .endStatus()
                            .build())
                    .update();
            client.resource(pods.get(1)).delete();
            assertThat(started.lossReason(pods.get(0).getMetadata().getName()).get(10, TimeUnit.SECONDS))
                    .isEqualTo("OOMKilled, memory limit 1Gi, pod "
                            + pods.get(0).getMetadata().getName() + " on node node-b");
            assertThat(started.lossReason(pods.get(1).getMetadata().getName()).get(10, TimeUnit.SECONDS))
                    .isEqualTo("deleted, pod " + pods.get(1).getMetadata().getName() + " on node node-b");
            InetSocketAddress first = started.addresses().get(0);
            assertThat(started.current(first))
                    .as("not replaced")
                    .contains(new Instance(pods.get(0).getMetadata().getName(), first));
        }
    }
}
