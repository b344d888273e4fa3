// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.dsl.DelayPathable;
import io.fabric8.mockwebserver.dsl.ReturnOrWebsocketable;
import io.fabric8.mockwebserver.dsl.TimesOnceableOrHttpHeaderable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** fabric8's mock API server. The tests simulate the Job controller and the kubelet. */
record FakeKubernetes(KubernetesClient client, KubernetesMockServer server) {

    static final ContainerState RUNNING =
            new ContainerStateBuilder().withNewRunning("2026-11-29T10:00:00Z").build();

    NamespacedKubernetesClient newClient() {
        NamespacedKubernetesClient createdClient = server.createClient();
        createdClient.getConfiguration().setRequestRetryBackoffLimit(0);
        return createdClient;
    }

    void onNewJob(Consumer<Job> action) {
        client.batch().v1().jobs().watch(new Watcher<>() {
            @Override
            public void eventReceived(Action event, Job job) {
                if (event == Action.ADDED) {
                    action.accept(job);
                }
            }

            @Override
            public void onClose(WatcherException cause) {}
        });
    }

    /** Each new Job gets a pod per state. */
    void createPods(List<UnaryOperator<PodBuilder>> states) {
        onNewJob(job -> {
            for (int i = 0; i < states.size(); i++) {
                client.resource(states.get(i).apply(pod(job, i)).build()).create();
            }
        });
    }

    static PodBuilder pod(Job job, int index) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("pod-" + index)
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

    Job job() {
        return client.batch().v1().jobs().list().getItems().get(0);
    }

    void change(String pod, UnaryOperator<PodBuilder> change) {
        client.pods()
                .withName(pod)
                .edit(existingPod -> change.apply(new PodBuilder(existingPod)).build());
    }

    void delete(String pod) {
        client.pods().withName(pod).delete();
    }

    static PodBuilder ready(PodBuilder pod) {
        return withCondition(pod.editStatus().withConditions().endStatus(), "Ready", "True", null, null);
    }

    /** The pod's machine does not answer. */
    static PodBuilder onSilentNode(PodBuilder pod) {
        PodBuilder notReady =
                withCondition(pod.editStatus().withConditions().endStatus(), "Ready", "False", null, null);
        return withCondition(notReady, "ContainersReady", "True", null, null);
    }

    static PodBuilder withCondition(PodBuilder pod, String type, String status, String reason, String message) {
        return pod.editStatus()
                .addNewCondition()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .endCondition()
                .endStatus();
    }

    /** The request is, for example, {@code server.expect().get()}. */
    static TimesOnceableOrHttpHeaderable<Void> refuse(
            DelayPathable<ReturnOrWebsocketable<TimesOnceableOrHttpHeaderable<Void>>> request,
            String path,
            int code,
            String message) {
        return request.withPath(path)
                .andReturn(
                        code,
                        new StatusBuilder().withCode(code).withMessage(message).build());
    }

    /** The state is the state of the command's container. */
    void createRun(ContainerState state, UnaryOperator<PodBuilder> change) {
        createPods(List.of(pod -> change.apply(pod.editStatus()
                .withContainerStatuses(status("results", RUNNING), status("run", state))
                .endStatus())));
    }

    private static ContainerStatus status(String container, ContainerState state) {
        return new ContainerStatusBuilder().withName(container).withState(state).build();
    }

    static ContainerState ended(int code, String reason) {
        return new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(code)
                .withReason(reason)
                .endTerminated()
                .build();
    }

    void endRun(ContainerState state) {
        change(
                "pod-0",
                pod -> pod.editStatus()
                        .editMatchingContainerStatus(status -> status.getName().equals("run"))
                        .withState(state)
                        .endContainerStatus()
                        .endStatus());
    }

    /** The watch of a Job's pods starts with a list request. */
    static String listPath(String job) {
        return "/api/v1/namespaces/test/pods?labelSelector=app.kubernetes.io%2Finstance%3D" + job
                + "&resourceVersion=0";
    }

    /** The mock server expects times with an unencoded colon. */
    static String logPath(String since) {
        return "/api/v1/namespaces/test/pods/pod-0/log?pretty=false&container=run"
                + (since.isEmpty() ? "" : "&sinceTime=" + since) + "&timestamps=true&follow=true";
    }

    TimesOnceableOrHttpHeaderable<Void> answerLog(String since, String text) {
        return server.expect().get().withPath(logPath(since)).andReturn(200, text);
    }

    void assertNoJob() {
        assertThat(client.batch().v1().jobs().list().getItems()).isEmpty();
    }

    /** The timeout of the test class ends the wait. */
    static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
