// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.server.mock.OutputStreamMessage;
import io.fabric8.kubernetes.client.server.mock.StatusStreamMessage;
import io.fabric8.mockwebserver.internal.WebSocketMessage;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.pod.PodRun;
import io.github.cdctester.stop.StopSignal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks scripts that a run executes in its pod. */
@Timeout(120)
@EnableKubernetesMockClient(crud = true, https = false)
class ClusterRunScriptsTest {

    KubernetesClient client;
    KubernetesMockServer server;

    private FakeKubernetes kubernetes;
    private final StopSignal stop = new StopSignal();

    @BeforeEach
    void createKubernetes() {
        kubernetes = new FakeKubernetes(client, server);
    }

    private PodRun start() throws InterruptedException {
        return KubernetesPlatform.start(kubernetes.newClient(), ClusterRunTest.COMMAND, stop, line -> {});
    }

    private static String execPath(String script) {
        return "/api/v1/namespaces/test/pods/pod-0/exec?command=sh&command=-c&command="
                + URLEncoder.encode(script, StandardCharsets.UTF_8).replace("+", "%20")
                + "&container=results&stdout=true&stderr=true";
    }

    @Test
    void interruptsOnce() throws Exception {
        kubernetes.createRun(FakeKubernetes.RUNNING, pod -> pod);
        server.expect()
                .get()
                .withPath(execPath(PodShell.INTERRUPT_SCRIPT))
                .andUpgradeToWebSocket()
                .open(new StatusStreamMessage(0))
                .done()
                .once();
        server.expect()
                .get()
                .withPath(execPath(PodShell.INTERRUPT_SCRIPT))
                .andUpgradeToWebSocket()
                .open(new OutputStreamMessage("interrupted before\n"), new StatusStreamMessage(0))
                .done()
                .once();
        try (PodRun run = start()) {
            assertThat(run.interrupt()).isTrue();
            assertThat(run.interrupt()).isFalse();
        }
    }

    @Test
    void endedRunNeedsNoSignal() throws Exception {
        kubernetes.createRun(FakeKubernetes.ended(0, "Completed"), pod -> pod);
        server.expect()
                .get()
                .withPath(execPath(PodShell.INTERRUPT_SCRIPT))
                .andUpgradeToWebSocket()
                .open(new StatusStreamMessage(1))
                .done()
                .once();
        try (PodRun run = start()) {
            assertThat(run.interrupt()).isTrue();
        }
    }

    @Test
    void reportsConnectionThatIsClosedEarly() throws Exception {
        kubernetes.createRun(FakeKubernetes.RUNNING, pod -> pod);
        server.expect()
                .get()
                .withPath(execPath(PodShell.INTERRUPT_SCRIPT))
                .andUpgradeToWebSocket()
                .open()
                .done()
                .once();
        try (PodRun run = start()) {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(run::interrupt)
                    .withMessage("run " + run.name()
                            + " cannot be stopped: the connection was closed before the script ended");
        }
    }

    @Test
    void stopEndsCopying() throws Exception {
        kubernetes.createRun(FakeKubernetes.ended(0, "Completed"), pod -> pod);
        server.expect()
                .get()
                .withPath(execPath(PodFiles.SCRIPT))
                .andUpgradeToWebSocket()
                .open()
                .done()
                .always();
        try (PodRun run = start()) {
            stop.raise();
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> run.fetch(stop, name -> Optional.empty()))
                    .withMessage("stopped while the files of run " + run.name() + " were copied");
            assertThat(run.keepsFiles()).isTrue();
            assertThat(kubernetes.job().getMetadata().getName()).isEqualTo(run.name());
        }
    }

    /** An API server that has just started does not know the Roles yet. */
    @Test
    void copiesFilesAfterShortRefusal(@TempDir Path directory) throws Exception {
        kubernetes.createRun(FakeKubernetes.ended(0, "Completed"), pod -> pod);
        server.expect()
                .get()
                .withPath(execPath(PodFiles.SCRIPT))
                .andReturn(403, "")
                .once();
        server.expect()
                .get()
                .withPath(execPath(PodFiles.SCRIPT))
                .andUpgradeToWebSocket()
                .open(output(PodFilesTest.packed("3 ./x\nabcend\n")), new StatusStreamMessage(0))
                .done()
                .once();
        try (PodRun run = start()) {
            run.fetch(stop, name -> Optional.of(directory.resolve(name)));
            assertThat(directory.resolve("x")).hasContent("abc");
        }
    }

    /** The first byte of standard output is 1. */
    private static WebSocketMessage output(byte[] bytes) {
        byte[] message = new byte[bytes.length + 1];
        message[0] = 1;
        System.arraycopy(bytes, 0, message, 1, bytes.length);
        return new WebSocketMessage(0L, message, true, true);
    }
}
