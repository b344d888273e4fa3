// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.KubernetesPodsCopy;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The cluster is slow or refuses access. Tests create the pods in place of the Job controller. */
@Timeout(60)
@EnableKubernetesMockClient(crud = true, https = false)
class RunningPodsTest {

    private static final String NAME = "cdc-tester-1";

    KubernetesClient client;
    KubernetesMockServer server;

    private FakeKubernetes kubernetes;
    private final List<String> progress = new ArrayList<>();

    @BeforeEach
    void createKubernetes() {
        kubernetes = new FakeKubernetes(client, server);
    }

    private RunningPods newPods(boolean areReplaced, NanoClock clock) {
        KubernetesPods pods = KubernetesPodsCopy.of(KubernetesPods.writers(1, "image"))
                .replaced(areReplaced)
                .build();
        return new RunningPods(
                kubernetes.newClient(), new Manifests(pods, NAME, Manifests.WORKER), progress::add, clock);
    }

    private void createPod() {
        Job job = new Manifests(KubernetesPods.writers(1, "image"), NAME, Manifests.WORKER).workers();
        client.resource(FakeKubernetes.ready(FakeKubernetes.pod(job, 0)).build())
                .create();
    }

    private void awaitReady(RunningPods pods) throws InterruptedException {
        pods.create("key".getBytes(StandardCharsets.UTF_8));
        createPod();
        pods.awaitReady(new StopSignal());
    }

    /** The pods needed 40 s for their start. */
    @Test
    void callTimeoutIncludesStartOfPods() throws Exception {
        AtomicLong nanos = new AtomicLong();
        try (RunningPods pods =
                newPods(false, () -> nanos.getAndAdd(Duration.ofSeconds(40).toNanos()))) {
            awaitReady(pods);
            assertThat(pods.callTimeout()).isEqualTo(Duration.ofSeconds(70));
        }
    }

    @Test
    void reportsRefusalIfPodsAreReplaced() throws Exception {
        KubernetesClientException refusal = new KubernetesClientException("pods is forbidden");
        try (RunningPods pods = newPods(true, NanoClock.SYSTEM)) {
            pods.reportRefusal(refusal);
            assertThat(progress).as("an error of the start").isEmpty();
            awaitReady(pods);
            pods.reportRefusal(refusal);
            assertThat(progress)
                    .containsExactly("warning: Kubernetes refuses the watch of the pods: pods is forbidden;"
                            + " until it allows the watch, no replaced pod is found");
        }
    }

    @Test
    void doesNotReportRefusalIfNoPodIsReplaced() throws Exception {
        try (RunningPods pods = newPods(false, NanoClock.SYSTEM)) {
            awaitReady(pods);
            pods.reportRefusal(new KubernetesClientException("pods is forbidden"));
            assertThat(progress).isEmpty();
        }
    }

    /** The API server allows the second list of the pods. */
    @Test
    void watchContinuesAfterRefusal() throws Exception {
        FakeKubernetes.refuse(server.expect().get(), FakeKubernetes.listPath(NAME), 401, "Unauthorized")
                .once();
        List<String> refusals = new CopyOnWriteArrayList<>();
        JobPods pods = new JobPods(
                kubernetes.newClient(),
                NAME,
                (state, exists) -> {},
                NanoClock.SYSTEM,
                e -> refusals.add(ApiFailure.text(e)));
        try (AutoCloseable closing = pods::close) {
            createPod();
            pods.watch();
            FakeKubernetes.await(() -> pods.lastStates().size() == 1);
            FakeKubernetes.await(() -> !isRefused(pods));
            assertThat(refusals).containsExactly("Unauthorized");
        }
    }

    private static boolean isRefused(JobPods pods) {
        try {
            pods.failIfRefused();
            return false;
        } catch (KubernetesClientException e) {
            return true;
        }
    }
}
