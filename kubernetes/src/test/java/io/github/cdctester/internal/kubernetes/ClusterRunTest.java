// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@EnableKubernetesMockClient(crud = true, https = false)
class ClusterRunTest {

    static final PodCommand COMMAND = new PodCommand(
            KubernetesPodsCopy.of(KubernetesPods.writers(1, "image"))
                    .scheduleTimeout(Duration.ofMinutes(1))
                    .build(),
            List.of("run", "@/files/options"),
            Map.of("options", new byte[0]),
            false,
            new PodOutputs(Optional.of(Path.of("/home/ann/result")), Optional.empty(), false),
            Duration.ofMinutes(5));

    KubernetesClient client;
    KubernetesMockServer server;

    private FakeKubernetes kubernetes;
    private final List<String> progress = new ArrayList<>();
    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();
    private final StopSignal stop = new StopSignal();

    @BeforeEach
    void createKubernetes() {
        kubernetes = new FakeKubernetes(client, server);
    }

    private PodRun start() throws InterruptedException {
        return KubernetesPlatform.start(kubernetes.newClient(), COMMAND, stop, progress::add);
    }

    private Optional<End> follow(PodRun run) throws InterruptedException {
        return run.follow(stop, out::add, err::add);
    }

    private static Optional<End> endWithCode(int code) {
        return Optional.of(new End(code, Optional.empty(), true));
    }

    private static Optional<End> endOfKilled(String reason) {
        return Optional.of(new End(1, Optional.of(reason), true));
    }

    @Test
    void startsAndRemovesJob() throws Exception {
        kubernetes.createRun(FakeKubernetes.RUNNING, pod -> pod);
        try (PodRun run = start()) {
            assertThat(progress)
                    .containsExactly("starting the run as job " + run.name() + " in namespace test; 'cdc-tester attach "
                            + run.name() + "' follows it");
            assertThat(kubernetes.job().getMetadata().getName()).isEqualTo(run.name());
            run.remove();
        }
        kubernetes.assertNoJob();
    }

    /** Another process may follow and remove the run. */
    @Test
    void returnsExitCodeIfPodIsDeletedAfterEnd() throws Exception {
        kubernetes.createRun(FakeKubernetes.ended(3, "Error"), pod -> pod);
        try (PodRun run = start()) {
            kubernetes.delete("pod-0");
            assertThat(follow(run)).isEqualTo(endWithCode(3));
            assertThat(err)
                    .containsExactly("cdc-tester: the last lines of the run may be missing: its pod was deleted before"
                            + " they were read");
            assertThat(run.keepsFiles()).isFalse();
        }
    }

    @Test
    void deletionDuringRunIsReported() {
        for (String finishedAt : List.of("2026-11-29T10:00:00Z", "2026-11-29T10:00:08Z")) {
            assertThat(removalReasonOfDeletedPod(finishedAt)).contains("deleted, pod pod-0 on node node-b");
        }
    }

    @Test
    void ignoresDeletionAfterFailure() {
        assertThat(removalReasonOfDeletedPod("2026-11-29T09:59:00Z")).isEmpty();
    }

    /** The pod was deleted at 10:00:00. */
    private static Optional<String> removalReasonOfDeletedPod(String finishedAt) {
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName("pod-0")
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
        kubernetes.createRun(FakeKubernetes.ended(137, "OOMKilled"), pod -> pod);
        kubernetes.answerLog("", "").once();
        try (PodRun run = start()) {
            assertThat(follow(run)).isEqualTo(endOfKilled("OOMKilled, memory limit 1Gi, pod pod-0 on node node-b"));
        }
    }

    @Test
    void reportsEviction() throws Exception {
        kubernetes.createRun(
                FakeKubernetes.ended(1, "Error"),
                pod -> pod.editStatus()
                        .withReason("Evicted")
                        .withMessage("disk pressure")
                        .endStatus());
        kubernetes.answerLog("", "").once();
        try (PodRun run = start()) {
            assertThat(follow(run)).isEqualTo(endOfKilled("Evicted: disk pressure, pod pod-0 on node node-b"));
        }
    }

    /** The kubelet of a lost machine reports no end of the container. */
    @Test
    void reportsFailureOfPodOnLostMachine() throws Exception {
        kubernetes.createRun(FakeKubernetes.RUNNING, pod -> pod);
        kubernetes.answerLog("", "").once();
        try (PodRun run = start()) {
            kubernetes.change(
                    "pod-0",
                    pod -> pod.editStatus()
                            .withPhase("Failed")
                            .withReason("NodeLost")
                            .endStatus());
            assertThat(follow(run)).isEqualTo(endOfKilled("NodeLost, pod pod-0 on node node-b"));
        }
    }

    @Test
    void reportsDeletedPod() throws Exception {
        kubernetes.createRun(FakeKubernetes.RUNNING, pod -> pod);
        try (PodRun run = start()) {
            kubernetes.delete("pod-0");
            assertThat(follow(run)).isEqualTo(endOfKilled("deleted, pod pod-0 on node node-b"));
        }
    }

    /** Observed with Kubernetes 1.34: the process ended less than 1 s before the final deletion time. */
    @Test
    void reportsDeadlineOfProcessThatEndedItself() throws Exception {
        kubernetes.createRun(FakeKubernetes.ended(1, "Error"), pod -> pod);
        try (PodRun run = start()) {
            failJob("DeadlineExceeded", "Job was active longer than specified deadline");
            kubernetes.answerLog("", "2026-11-29T10:00:01.1Z a\n").once();
            assertThat(follow(run).orElseThrow().failure())
                    .contains("DeadlineExceeded: Job was active longer than specified deadline");
        }
    }

    @Test
    void reportsDeadline() throws Exception {
        kubernetes.createRun(FakeKubernetes.RUNNING, pod -> pod);
        try (PodRun run = start()) {
            failJob("DeadlineExceeded", "Job was active longer than specified deadline");
            kubernetes.delete("pod-0");
            assertThat(follow(run))
                    .isEqualTo(endOfKilled("DeadlineExceeded: Job was active longer than specified deadline;"
                            + " deleted, pod pod-0 on node node-b"));
        }
    }

    private void failJob(String reason, String message) {
        client.resource(new JobBuilder(kubernetes.job())
                        .withNewStatus()
                        .addNewCondition()
                        .withType("Failed")
                        .withStatus("True")
                        .withReason(reason)
                        .withMessage(message)
                        .endCondition()
                        .endStatus()
                        .build())
                .update();
    }

    @Test
    void failedStartRemovesJob() {
        kubernetes.createRun(
                new ContainerStateBuilder()
                        .withNewWaiting("no such image", "ImagePullBackOff")
                        .build(),
                pod -> pod);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(this::start)
                .withMessage("Kubernetes does not start the run: ImagePullBackOff: no such image (pod pod-0)");
        kubernetes.assertNoJob();
    }

    @Test
    void stopDuringStartRemovesJob() {
        kubernetes.onNewJob(job -> stop.raise());
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(this::start)
                .withMessage("stopped while Kubernetes was starting the run");
        kubernetes.assertNoJob();
    }

    @Test
    void attachesToRun() throws Exception {
        kubernetes.createRun(FakeKubernetes.ended(0, "Completed"), pod -> pod);
        kubernetes.answerLog("", "2026-11-29T10:00:01.1Z a\n").once();
        String name;
        try (PodRun run = start()) {
            name = run.name();
        }
        try (PodRun run = KubernetesPlatform.attach(kubernetes.newClient(), name)) {
            assertThat(run.outputs()).isEqualTo(COMMAND.outputs());
            assertThat(follow(run)).isEqualTo(endWithCode(0));
            assertThat(out).containsExactly("a");
            run.remove();
        }
        assertNoRun(
                name,
                "there is no run " + name
                        + " in namespace test: Kubernetes has removed it, or it is in another namespace");
    }

    private void assertNoRun(String name, String message) {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> KubernetesPlatform.attach(kubernetes.newClient(), name))
                .withMessage(message);
    }

    @Test
    void reportsRunWithoutPodAtAttach() throws Exception {
        kubernetes.createRun(FakeKubernetes.RUNNING, pod -> pod);
        try (PodRun run = start()) {
            kubernetes.delete("pod-0");
            failJob("BackoffLimitExceeded", "the pod failed");
            assertNoRun(run.name(), "run " + run.name() + " has ended, and its pod with output and files was deleted");
        }
    }

    @Test
    void stopEndsFollowing() throws Exception {
        kubernetes.createRun(FakeKubernetes.RUNNING, pod -> pod);
        try (PodRun run = start()) {
            stop.raise();
            assertThat(follow(run)).isEmpty();
            assertThat(kubernetes.job().getMetadata().getName()).isEqualTo(run.name());
        }
    }
}
