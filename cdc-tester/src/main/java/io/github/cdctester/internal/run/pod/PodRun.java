// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.pod;

import io.github.cdctester.stop.StopSignal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A command that runs in a pod, independently of this process. */
public interface PodRun extends AutoCloseable {

    /**
     * @param exitCode 1 if the process was killed
     * @param failure reported by Kubernetes for a killed process or a removed pod
     * @param outputComplete false if the last lines cannot be read, but may still exist
     */
    record End(int exitCode, Optional<String> failure, boolean outputComplete) {}

    /** Another process attaches by this name. */
    String name();

    PodOutputs outputs();

    /**
     * Forwards the output until the command ends. A later call continues after the last forwarded line.
     *
     * @return empty if {@code stop} was raised first
     * @throws io.github.cdctester.failure.RunFailedException if the pod does not start, or no longer exists
     */
    Optional<End> follow(StopSignal stop, Consumer<String> out, Consumer<String> err) throws InterruptedException;

    /** Sends the signal of Ctrl-C. Returns false if it was sent before: a second signal would end the command without a result. */
    boolean interrupt() throws InterruptedException;

    /**
     * @param localPaths by path in the pod; returns empty to skip a file
     *
     * @throws io.github.cdctester.failure.RunFailedException if the files cannot be copied, or {@code stop} was raised
     */
    void fetch(StopSignal stop, Function<String, Optional<Path>> localPaths) throws InterruptedException;

    boolean keepsFiles();

    /** Works even if the run has not ended. */
    void remove();

    /** The run continues. */
    @Override
    void close();
}
