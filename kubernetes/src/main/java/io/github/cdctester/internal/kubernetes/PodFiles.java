// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** Copies the files of a run from its pod. In the stream, each file is a line with its size and name, followed by its content. */
record PodFiles(RunPod pod, NanoClock clock) {

    private static final int MAX_TRIES = 60;
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String END = "end";

    /** The output is compressed. File names start with {@code ./}. */
    static final String SCRIPT = "cd " + PodCommand.RESULT_DIRECTORY
            + " && { find . -type f -exec sh -c 'for file; do echo \"$(wc -c <\"$file\") $file\"; cat \"$file\"; done' sh {} +;"
            + " echo " + END + "; } | gzip -1";

    /** Size and name of a file. Rejects names that lead out of the directory. */
    private static final Pattern FILE = Pattern.compile("\\s*(\\d{1,18}) \\./((?!/|(?:.*/)?\\.\\.(?:/|$)).+)");

    /**
     * Downloads all files to one temporary file first, so that a broken connection leaves no partial result.
     *
     * @return false if {@code stop} was raised before all files were downloaded
     * @throws KubernetesClientException if Kubernetes refuses the request for more than 30 s
     */
    boolean copy(StopSignal stop, Function<String, Optional<Path>> targetOf) throws IOException, InterruptedException {
        Path packedFile = Files.createTempFile("cdc-tester-files", ".gz");
        try {
            if (!download(packedFile, stop)) {
                return false;
            }
            try (InputStream in = Files.newInputStream(packedFile)) {
                unpack(in, targetOf);
                return true;
            }
        } finally {
            Files.delete(packedFile);
        }
    }

    private boolean download(Path packedFile, StopSignal stop) throws IOException, InterruptedException {
        Access access = new Access(clock);
        access.recordAllowed(); // Kubernetes has reported the pod
        for (int attempts = 1; ; attempts++) {
            try (OutputStream out = Files.newOutputStream(packedFile)) {
                return new PodShell(pod).execute(SCRIPT, out, stop);
            } catch (KubernetesClientException e) {
                access.recordRefusal(e);
                access.failIfRefused();
            } catch (IOException e) {
                if (attempts == MAX_TRIES || e.getCause() instanceof TimeoutException || !pod.keepsFiles()) {
                    throw e;
                }
            }
            if (stop.await(RETRY_NANOS)) {
                return false;
            }
        }
    }

    /** Skips files without a target path. Fails if the files are incomplete. */
    static void unpack(InputStream packed, Function<String, Optional<Path>> targetOf) throws IOException {
        try {
            write(new BufferedInputStream(new GZIPInputStream(packed)), targetOf);
        } catch (EOFException e) {
            throw new IOException("they are incomplete", e);
        }
    }

    private static void write(InputStream in, Function<String, Optional<Path>> targetOf) throws IOException {
        for (String line = line(in); !line.equals(END); line = line(in)) {
            Matcher file = FILE.matcher(line);
            if (!file.matches()) {
                throw new IOException("'" + line + "' is not the size and the name of a file");
            }
            Path target = targetOf.apply(file.group(2)).orElse(null);
            if (target != null) {
                Files.createDirectories(target.toAbsolutePath().getParent());
            }
            try (OutputStream out = target == null ? OutputStream.nullOutputStream() : Files.newOutputStream(target)) {
                copy(in, out, Long.parseLong(file.group(1)));
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static void copy(InputStream in, OutputStream out, long bytes) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (long remainingBytes = bytes; remainingBytes > 0; ) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, remainingBytes));
            if (read < 0) {
                throw new EOFException();
            }
            out.write(buffer, 0, read);
            remainingBytes -= read;
        }
    }
}
