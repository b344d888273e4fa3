// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.github.cdctester.internal.time.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@EnableKubernetesMockClient(crud = true, https = false)
class RunPodTest {

    private static final String NAME = "cdc-tester-1";

    KubernetesClient client;
    KubernetesMockServer server;

    private static boolean isRefused(RunPod pod) {
        try {
            pod.lastState();
            return false;
        } catch (KubernetesClientException e) {
            return true;
        }
    }

    @Test
    void lastStateRemainsKnown() throws Exception {
        FakeKubernetes kubernetes = new FakeKubernetes(client, server);
        Job job = new Manifests(ClusterRunTest.COMMAND.pod(), NAME, Manifests.RUN).run(ClusterRunTest.COMMAND);
        FakeKubernetes.refuse(server.expect().get(), FakeKubernetes.listPath(NAME), 403, "pods is forbidden")
                .always();
        FakeKubernetes.refuse(
                        server.expect().get(), "/apis/batch/v1/namespaces/test/jobs/" + NAME, 403, "jobs is forbidden")
                .always();
        RunPod pod = new RunPod(kubernetes.newClient(), NAME, NanoClock.SYSTEM);
        try (AutoCloseable closing = pod.pods()::close) {
            pod.record(new PodState(FakeKubernetes.pod(job, 0).build()), true);
            assertThat(isRefused(pod)).isFalse();
            pod.pods().watch();
            FakeKubernetes.await(() -> isRefused(pod));
            assertThat(pod.keepsFiles()).isTrue();
            assertThat(pod.deadlineReason()).isEmpty();
        }
    }
}
