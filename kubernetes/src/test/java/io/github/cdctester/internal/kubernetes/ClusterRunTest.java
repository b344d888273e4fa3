// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.dsl.TimesOnceableOrHttpHeaderable;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.KubernetesPodsCopy;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.internal.run.pod.PodOutputs;
import io.github.cdctester.internal.run.pod.PodRun;
import io.github.cdctester.internal.run.pod.PodRun.End;
import io.github.cdctester.stop.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs commands at fabric8's API server; the test plays the controller of Jobs and the kubelet. */
@Timeout(120)
@EnableKubernetesMockClient(crud = true)
class ClusterRunTest {

    private static final PodCommand COMMAND = new PodCommand(
            KubernetesPodsCopy.of(KubernetesPods.writers(1, "image"))
                    .scheduleTimeout(Duration.ofSeconds(1))
                    .build(),
            List.of("run", "@/files/options"),
            Map.of("options", new byte[0]),
            false,
            new PodOutputs(Optional.of(Path.of("/home/ann/result")), Optional.empty(), false),
            Duration.ofMinutes(5));

    private static final ContainerState RUNNING =
            new ContainerStateBuilder().withNewRunning("2026-11-29T10:00:00Z").build();

    KubernetesClient client;
    KubernetesMockServer server;

    private final List<String> progress = new ArrayList<>();
    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();
    private final StopSignal stop = new StopSignal();

    private NamespacedKubernetesClient newClient() {
        return server.createClient().adapt(NamespacedKubernetesClient.class);
    }

    private PodRun start() throws InterruptedException {
        return KubernetesPlatform.start(newClient(), COMMAND, stop, progress::add);
    }

    private Optional<End> follow(PodRun run) throws InterruptedException {
        return run.follow(stop, out::add, err::add);
    }

    /** Creates a pod with this state of its first container for each new Job. */
    private void createPod(ContainerState state, UnaryOperator<PodBuilder> change) {
        client.batch().v1().jobs().watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Job job) {
                if (action == Action.ADDED) {
                    client.resource(change.apply(pod(job, state)).build()).create();
                }
            }

            @Override
            public void onClose(WatcherException cause) {}
        });
    }

    private static PodBuilder pod(Job job, ContainerState state) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("the-pod")
                .withLabels(job.getSpec().getTemplate().getMetadata().getLabels())
                .endMetadata()
                .withSpec(job.getSpec().getTemplate().getSpec())
                .editSpec()
                .withNodeName("node-b")
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withContainerStatuses(
                        new ContainerStatusBuilder()
                                .withName("results")
                                .withState(RUNNING)
                                .build(),
                        new ContainerStatusBuilder()
                                .withName("run")
                                .withState(state)
                                .build())
                .endStatus();
    }

    private static ContainerState ended(int code, String reason) {
        return new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(code)
                .withReason(reason)
                .endTerminated()
                .build();
    }

    private void end(ContainerState state) {
        Pod pod = client.pods().withName("the-pod").get();
        client.resource(new PodBuilder(pod)
                        .editStatus()
                        .editMatchingContainerStatus(status -> status.getName().equals("run"))
                        .withState(state)
                        .endContainerStatus()
                        .endStatus()
                        .build())
                .update();
    }

    private void answerLog(String since, String text) {
        logAnswer(since, text).once();
    }

    private TimesOnceableOrHttpHeaderable<Void> logAnswer(String since, String text) {
        return server.expect()
                .get()
                .withPath("/api/v1/namespaces/test/pods/the-pod/log?pretty=false&container=run" + since
                        + "&timestamps=true&follow=true")
                .andReturn(200, text);
    }

    private void assertNothingLeft() {
        assertThat(client.batch().v1().jobs().list().getItems()).isEmpty();
    }

    @Test
    void separatesOutputAndReturnsExitCode() throws Exception {
        createPod(ended(3, "Error"), pod -> pod);
        answerLog(
                "",
                "2026-11-29T10:00:01.1Z [ 1s ]\n2026-11-29T10:00:01.2Z \u001ecdc-tester: note: x\n"
                        + "2026-11-29T10:00:02Z \n2026-11-29T10:00:02.5Z verdict LOST 1");
        try (PodRun run = start()) {
            assertThat(follow(run)).contains(new End(3, Optional.empty(), true));
            assertThat(out).containsExactly("[ 1s ]", "", "verdict LOST 1");
            assertThat(err).containsExactly("cdc-tester: note: x");
            assertThat(progress)
                    .containsExactly("starting the run as job " + run.name() + " in namespace test; 'cdc-tester attach "
                            + run.name() + "' follows it");
            run.remove();
        }
        assertNothingLeft();
    }

    /** Kubernetes ends a log also when a connection breaks. */
    @Test
    void continuesLogAfterLastLine() throws Exception {
        createPod(RUNNING, pod -> pod);
        answerLog("", "2026-11-29T10:00:01.1Z a\n2026-11-29T10:00:01.2Z b\n2026-11-29T10:00:01.2Z c\n2026-11");
        answerLog(
                "&sinceTime=2026-11-29T10:00:01Z",
                "2026-11-29T10:00:01.1Z a\n2026-11-29T10:00:01.2Z b\n2026-11-29T10:00:01.2Z c\n"
                        + "2026-11-29T10:00:01.2Z d\n2026-11-29T10:00:01.3Z e\n");
        answerLog("&sinceTime=2026-11-29T10:00:01Z", "2026-11-29T10:00:01.3Z e\n2026-11-29T10:00:04Z f\n");
        logAnswer("&sinceTime=2026-11-29T10:00:04Z", "2026-11-29T10:00:04Z f\n").always();
        try (PodRun run = start()) {
            Optional<End> end = run.follow(
                    stop,
                    line -> {
                        out.add(line);
                        if (line.equals("f")) {
                            end(ended(0, "Completed"));
                        }
                    },
                    err::add);
            assertThat(end).contains(new End(0, Optional.empty(), true));
            assertThat(out).containsExactly("a", "b", "c", "d", "e", "f");
        }
    }

    /** The kubelet answers so until it has the log. */
    @Test
    void repeatsUnreadableLog() throws Exception {
        createPod(ended(0, "Completed"), pod -> pod);
        for (int i = 0; i < 3; i++) {
            answerLog("", "unable to retrieve container logs");
        }
        answerLog("", "2026-11-29T10:00:01.1Z a\n");
        try (PodRun run = start()) {
            assertThat(follow(run)).contains(new End(0, Optional.empty(), true));
            assertThat(out).containsExactly("a");
        }
    }

    @Test
    void keepsLinesOfClockThatGoesBack() throws Exception {
        createPod(ended(0, "Completed"), pod -> pod);
        answerLog("", "2026-11-29T10:00:05Z a\n2026-11-29T10:00:01Z b\n2026-11-29T10:00:02Z c\n");
        try (PodRun run = start()) {
            assertThat(follow(run)).contains(new End(0, Optional.empty(), true));
            assertThat(out).containsExactly("a", "b", "c");
        }
    }

    /** Another process that follows the run removes it after its end. */
    @Test
    void deletionAfterEndIsNoFailure() throws Exception {
        createPod(ended(3, "Error"), pod -> pod);
        try (PodRun run = start()) {
            client.pods().withName("the-pod").delete();
            assertThat(follow(run)).contains(new End(3, Optional.empty(), true));
        }
    }

    @Test
    void deletionDuringRunIsReported() {
        assertThat(endOfDeleted("2026-11-29T10:00:08Z")).contains("deleted, pod the-pod on node node-b");
    }

    @Test
    void deletionAfterFailureIsNoReason() {
        assertThat(endOfDeleted("2026-11-29T09:59:00Z")).isEmpty();
    }

    /** Returns the reason for a pod that was deleted at 10:00:00. */
    private static Optional<String> endOfDeleted(String finishedAt) {
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName("the-pod")
                .withDeletionTimestamp("2026-11-29T10:00:30Z")
                .withDeletionGracePeriodSeconds(30L)
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-b")
                .endSpec()
                .withNewStatus()
                .endStatus()
                .build();
        return new PodState(pod)
                .removalReason(new ContainerStateTerminatedBuilder()
                        .withExitCode(1)
                        .withFinishedAt(finishedAt)
                        .build());
    }

    @Test
    void reportsKilledProcess() throws Exception {
        createPod(ended(137, "OOMKilled"), pod -> pod);
        answerLog("", "");
        try (PodRun run = start()) {
            assertThat(follow(run))
                    .contains(new End(1, Optional.of("OOMKilled, memory limit 1Gi, pod the-pod on node node-b"), true));
        }
    }

    @Test
    void reportsEviction() throws Exception {
        createPod(
                ended(1, "Error"),
                pod -> pod.editStatus()
                        .withReason("Evicted")
                        .withMessage("disk pressure")
                        .endStatus());
        answerLog("", "");
        try (PodRun run = start()) {
            assertThat(follow(run))
                    .contains(new End(1, Optional.of("Evicted: disk pressure, pod the-pod on node node-b"), true));
        }
    }

    /** The kubelet of a lost machine reports no end of the container. */
    @Test
    void reportsFailedPodWithoutEnd() throws Exception {
        createPod(RUNNING, pod -> pod);
        answerLog("", "");
        try (PodRun run = start()) {
            client.resource(new PodBuilder(client.pods().withName("the-pod").get())
                            .editStatus()
                            .withPhase("Failed")
                            .withReason("NodeLost")
                            .endStatus()
                            .build())
                    .update();
            assertThat(follow(run)).contains(new End(1, Optional.of("NodeLost, pod the-pod on node node-b"), true));
        }
    }

    @Test
    void reportsDeletedPod() throws Exception {
        createPod(RUNNING, pod -> pod);
        try (PodRun run = start()) {
            client.pods().withName("the-pod").delete();
            assertThat(follow(run)).contains(new End(1, Optional.of("deleted, pod the-pod on node node-b"), true));
        }
    }

    @Test
    void failedStartLeavesNothing() {
        createPod(
                new ContainerStateBuilder()
                        .withNewWaiting("no such image", "ImagePullBackOff")
                        .build(),
                pod -> pod);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(this::start)
                .withMessage("Kubernetes does not start the run: ImagePullBackOff: no such image (pod the-pod)");
        assertNothingLeft();
    }

    @Test
    void attachesToRun() throws Exception {
        createPod(ended(0, "Completed"), pod -> pod);
        answerLog("", "2026-11-29T10:00:01.1Z a\n");
        String name;
        try (PodRun run = start()) {
            name = run.name();
        }
        try (PodRun run = KubernetesPlatform.attach(newClient(), name)) {
            assertThat(run.outputs()).isEqualTo(COMMAND.outputs());
            assertThat(follow(run)).contains(new End(0, Optional.empty(), true));
            assertThat(out).containsExactly("a");
            run.remove();
        }
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> KubernetesPlatform.attach(newClient(), name))
                .withMessage("there is no run " + name
                        + " in namespace test: Kubernetes has removed it, or it is in another namespace");
    }

    @Test
    void stopEndsFollowing() throws Exception {
        createPod(RUNNING, pod -> pod);
        try (PodRun run = start()) {
            stop.raise();
            assertThat(follow(run)).isEmpty();
            assertThat(client.batch().v1().jobs().list().getItems()).hasSize(1);
        }
    }

    @Test
    void reportsMissingRights() throws Exception {
        createPod(RUNNING, pod -> pod);
        server.expect()
                .get()
                .withPath(
                        "/api/v1/namespaces/test/pods/the-pod/log?pretty=false&container=run&timestamps=true&follow=true")
                .andReturn(
                        403,
                        new StatusBuilder()
                                .withCode(403)
                                .withMessage("pods/log is forbidden")
                                .build())
                .always();
        try (PodRun run = start()) {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> follow(run))
                    .withMessage("Kubernetes refuses in namespace test: pods/log is forbidden;"
                            + " 'cdc-tester kubernetes rbac' prints the rights that are needed");
        }
    }
}
