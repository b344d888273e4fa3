// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.stop.StopSignal;
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

    private static final String INTERRUPTED_MARKER = PodCommand.RESULT_DIRECTORY + "/.interrupted";

    /**
     * Sends SIGINT to the command in the other container. Waits up to 5 s for its process, because the JVM may still be
     * starting. A second signal would end the command without a result, so a second call only prints a line.
     */
    static final String INTERRUPT_SCRIPT = "for try in 1 2 3 4 5; do for process in /proc/[0-9]*; do"
            + " if grep -qs 'cdctester.cli.[M]ain' $process/cmdline; then"
            + " if mkdir " + INTERRUPTED_MARKER + " 2>/dev/null || [ ! -d " + INTERRUPTED_MARKER + " ];"
            + " then kill -INT ${process#/proc/}; else echo interrupted before; fi; exit; fi; done; sleep 1; done;"
            + " echo the command was not found >&2; exit 1";

    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /**
     * @return false if {@code stop} was raised first
     * @throws KubernetesClientException if Kubernetes refuses the request
     * @throws IOException if the script fails or takes more than 10 min, or if the connection breaks
     */
    boolean execute(String script, OutputStream out, StopSignal stop) throws IOException, InterruptedException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (ExecWatch watch = pod.container(Manifests.RESULTS)
                .writingOutput(out)
                .writingError(err)
                .exec("sh", "-c", script)) {
            long startNanos = System.nanoTime();
            while (!watch.exitCode().isDone() && System.nanoTime() - startNanos < TIMEOUT.toNanos()) {
                if (stop.await(JobPods.CHECK_INTERVAL_NANOS)) {
                    return false;
                }
            }
            Integer code = watch.exitCode().get(0, TimeUnit.SECONDS);
            if (code == null) {
                throw new IOException("the connection was closed before the script ended");
            }
            if (code != 0) {
                throw new IOException("exit code " + code + ": " + err.toString(StandardCharsets.UTF_8));
            }
            return true;
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
