// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Copies the files of a run out of its pod: first into one temporary file, so that a broken connection leaves no part of a result. */
record RunFiles(RunPod pod) {

    private static final int MAX_TRIES = 60;
    private static final long RETRY_SECONDS = 1;

    /**
     * Copies the files.
     *
     * @throws IOException if they cannot be copied
     * @throws KubernetesClientException if Kubernetes refuses it
     */
    void copy(Function<String, Optional<Path>> places) throws IOException, InterruptedException {
        Path packed = Files.createTempFile("cdc-tester-files", ".gz");
        try {
            download(packed);
            try (InputStream in = Files.newInputStream(packed)) {
                PodFiles.unpack(in, places);
            }
        } finally {
            Files.delete(packed);
        }
    }

    private void download(Path packed) throws IOException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try (OutputStream out = Files.newOutputStream(packed)) {
                new PodShell(pod).execute(PodFiles.SCRIPT, out);
                return;
            } catch (IOException e) {
                if (tries == MAX_TRIES
                        || e.getCause() instanceof TimeoutException
                        || !pod.last().keepsFiles()) {
                    throw e;
                }
                TimeUnit.SECONDS.sleep(RETRY_SECONDS);
            }
        }
    }
}
