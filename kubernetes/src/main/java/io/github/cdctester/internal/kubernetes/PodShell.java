// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The shell in the container that keeps the files of a run. */
record PodShell(RunPod pod) {

    /** Sends SIGINT to the command in the other container. */
    static final String INTERRUPT = "for process in /proc/[0-9]*; do"
            + " if grep -qs 'cdctester.cli.[M]ain' $process/cmdline; then kill -INT ${process#/proc/}; fi; done";

    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /**
     * Runs a script to its end.
     *
     * @throws KubernetesClientException if Kubernetes refuses it
     * @throws IOException if it fails, or the connection breaks
     */
    void execute(String script, OutputStream out) throws IOException, InterruptedException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (ExecWatch watch = pod.container(Manifests.RESULTS)
                .writingOutput(out)
                .writingError(err)
                .exec("sh", "-c", script)) {
            int code = watch.exitCode().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            if (code != 0) {
                throw new IOException("exit code " + code + ": " + err.toString(StandardCharsets.UTF_8));
            }
        } catch (KubernetesClientException e) {
            if (ApiFailure.isRefusal(e)) {
                throw e;
            }
            throw new IOException(ApiFailure.text(e), e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(
                    e.getCause() == null ? "no answer" : e.getCause().getMessage(), e);
        }
    }
}
