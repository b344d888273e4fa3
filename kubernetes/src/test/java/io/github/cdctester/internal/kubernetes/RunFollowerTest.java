// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.pod.PodRun.End;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log ends with the run, or earlier if a connection breaks. */
@Timeout(120)
@EnableKubernetesMockClient(crud = true, https = false)
class RunFollowerTest {

    private static final ContainerState ENDED_STATE = FakeKubernetes.ended(0, "Completed");
    private static final String SINCE = "2026-11-29T10:00:01Z";

    KubernetesClient client;
    KubernetesMockServer server;

    private FakeKubernetes kubernetes;
    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private long stepNanos;
    private Runnable beforeFollowing = () -> {};

    @BeforeEach
    void createKubernetes() {
        kubernetes = new FakeKubernetes(client, server);
    }

    private Optional<End> follow(ContainerState state) throws InterruptedException {
        return follow(state, pod -> pod, RunFollower.LOG_TIMEOUT);
    }

    /** The run ends after the line {@code last}. */
    private Optional<End> follow(ContainerState state, UnaryOperator<PodBuilder> change, Duration logTimeout)
            throws InterruptedException {
        kubernetes.createRun(state, change);
        StopSignal stop = new StopSignal();
        try (ClusterRun run = new ClusterRun(
                kubernetes.newClient(),
                ClusterRunTest.COMMAND.pod(),
                "cdc-tester-1",
                ClusterRunTest.COMMAND.outputs(),
                logTimeout,
                () -> nanos.getAndAdd(stepNanos))) {
            run.create(ClusterRunTest.COMMAND, stop, progress -> {});
            beforeFollowing.run();
            return run.follow(
                    stop,
                    line -> {
                        out.add(line);
                        if (line.equals("last")) {
                            kubernetes.endRun(ENDED_STATE);
                        }
                    },
                    err::add);
        }
    }

    private static Optional<End> endWithCode(int code) {
        return Optional.of(new End(code, Optional.empty(), true));
    }

    @Test
    void separatesOutputAndReturnsExitCode() throws Exception {
        kubernetes
                .answerLog(
                        "",
                        "2026-11-29T10:00:01.1Z [ 1s ]\n2026-11-29T10:00:01.2Z \u001ecdc-tester: note: x\n"
                                + "2026-11-29T10:00:02Z \n2026-11-29T10:00:02.5Z verdict LOST 1")
                .once();
        assertThat(follow(FakeKubernetes.ended(3, "Error"))).isEqualTo(endWithCode(3));
        assertThat(out).containsExactly("[ 1s ]", "", "verdict LOST 1");
        assertThat(err).containsExactly("cdc-tester: note: x");
    }

    @Test
    void continuesLogAfterLastLine() throws Exception {
        kubernetes
                .answerLog("", "2026-11-29T10:00:01.1Z a\n2026-11-29T10:00:01.2Z b\n2026-11-29T10:00:01.2Z c\n2026-11")
                .once();
        kubernetes
                .answerLog(
                        SINCE,
                        "2026-11-29T10:00:01.1Z a\n2026-11-29T10:00:01.2Z b\n2026-11-29T10:00:01.2Z c\n"
                                + "2026-11-29T10:00:01.2Z d\n2026-11-29T10:00:01.3Z e\n")
                .once();
        kubernetes
                .answerLog(SINCE, "2026-11-29T10:00:01.3Z e\n2026-11-29T10:00:04Z last\n")
                .once();
        kubernetes
                .answerLog("2026-11-29T10:00:04Z", "2026-11-29T10:00:04Z last\n")
                .always();
        assertThat(follow(FakeKubernetes.RUNNING)).isEqualTo(endWithCode(0));
        assertThat(out).containsExactly("a", "b", "c", "d", "e", "last");
        assertThat(err).isEmpty();
    }

    /** The kubelet's new log file contains no known line. */
    @Test
    void reportsGap() throws Exception {
        kubernetes.answerLog("", "2026-11-29T10:00:01.1Z a\n").once();
        kubernetes
                .answerLog(SINCE, "2026-11-29T10:00:03.5Z c\n2026-11-29T10:00:04Z last\n")
                .once();
        kubernetes
                .answerLog("2026-11-29T10:00:04Z", "2026-11-29T10:00:04Z last\n")
                .always();
        assertThat(follow(FakeKubernetes.RUNNING)).isEqualTo(endWithCode(0));
        assertThat(out).containsExactly("a", "c", "last");
        assertThat(err)
                .containsExactly("cdc-tester: lines of the log between 2026-11-29T10:00:01.100Z and"
                        + " 2026-11-29T10:00:03.500Z may be missing: Kubernetes keeps only the newest ones");
    }

    /** The kubelet sends the error text until the log is available. */
    @Test
    void reopensLogUntilReadable() throws Exception {
        kubernetes.answerLog("", "unable to retrieve container logs").times(3);
        kubernetes.answerLog("", "2026-11-29T10:00:01.1Z a\n").once();
        assertThat(follow(ENDED_STATE)).isEqualTo(endWithCode(0));
        assertThat(out).containsExactly("a");
        assertThat(err).isEmpty();
    }

    @Test
    void givesUpOnUnreadableLog() throws Exception {
        FakeKubernetes.refuse(server.expect().get(), FakeKubernetes.logPath(""), 500, "no log")
                .always();
        assertThat(follow(ENDED_STATE, pod -> pod, Duration.ZERO)).contains(new End(0, Optional.empty(), false));
        assertThat(err)
                .singleElement()
                .asString()
                .startsWith("cdc-tester: the last lines of the run cannot be read: ")
                .contains("no log");
    }

    @Test
    void givesUpWithoutConnection() throws Exception {
        beforeFollowing = server::shutdown;
        assertThat(follow(ENDED_STATE, pod -> pod, Duration.ZERO)).contains(new End(0, Optional.empty(), false));
        assertThat(err)
                .singleElement()
                .asString()
                .startsWith("cdc-tester: the last lines of the run cannot be read: the connection broke: ");
    }

    @Test
    void keepsLinesIfClockGoesBack() throws Exception {
        kubernetes
                .answerLog("", "2026-11-29T10:00:05Z a\n2026-11-29T10:00:01Z b\n2026-11-29T10:00:02Z c\n")
                .once();
        assertThat(follow(ENDED_STATE)).isEqualTo(endWithCode(0));
        assertThat(out).containsExactly("a", "b", "c");
    }

    @Test
    void reportsSilentMachineOnce() throws Exception {
        kubernetes.answerLog("", "2026-11-29T10:00:01Z a\n").once();
        kubernetes.answerLog(SINCE, "2026-11-29T10:00:01Z a\n").once();
        kubernetes
                .answerLog(SINCE, "2026-11-29T10:00:01Z a\n2026-11-29T10:00:01Z last\n")
                .always();
        assertThat(follow(FakeKubernetes.RUNNING, FakeKubernetes::onSilentNode, RunFollower.LOG_TIMEOUT))
                .isEqualTo(endWithCode(0));
        assertThat(err)
                .containsExactly("cdc-tester: the machine of the run does not answer, but the run may continue:"
                        + " NodeNotReady, pod pod-0 on node node-b");
    }

    /** An API server that has just started does not know the Roles yet. */
    @Test
    void continuesAfterTemporaryRefusalOfLog() throws Exception {
        kubernetes.answerLog("", "2026-11-29T10:00:01Z a\n").once();
        FakeKubernetes.refuse(server.expect().get(), FakeKubernetes.logPath(SINCE), 403, "role not found")
                .once();
        kubernetes
                .answerLog(SINCE, "2026-11-29T10:00:01Z a\n2026-11-29T10:00:01Z last\n")
                .always();
        assertThat(follow(FakeKubernetes.RUNNING)).isEqualTo(endWithCode(0));
        assertThat(out).containsExactly("a", "last");
        assertThat(err).isEmpty();
    }

    @Test
    void reportsLastingRefusalOfLog() {
        kubernetes.answerLog("", "2026-11-29T10:00:01Z a\n").once();
        FakeKubernetes.refuse(server.expect().get(), FakeKubernetes.logPath(SINCE), 401, "Unauthorized")
                .always();
        stepNanos = Duration.ofSeconds(20).toNanos();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> follow(FakeKubernetes.RUNNING))
                .withMessage("Kubernetes refuses in namespace test: Unauthorized;"
                        + " 'cdc-tester kubernetes rbac' prints the rights that are needed");
        assertThat(out).containsExactly("a");
    }

    @Test
    void reportsMissingRights() {
        FakeKubernetes.refuse(server.expect().get(), FakeKubernetes.logPath(""), 403, "pods/log is forbidden")
                .always();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> follow(FakeKubernetes.RUNNING))
                .withMessage("Kubernetes refuses in namespace test: pods/log is forbidden;"
                        + " 'cdc-tester kubernetes rbac' prints the rights that are needed");
    }
}
