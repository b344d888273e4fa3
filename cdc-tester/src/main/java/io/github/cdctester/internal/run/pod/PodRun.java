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
     * @param exitCode exit code of the process; 1 if it was killed
     * @param failure the reason that Kubernetes reports for a killed process or a removed pod; empty otherwise
     * @param outputComplete false if the last lines cannot be read, but may still exist
     */
    record End(int exitCode, Optional<String> failure, boolean outputComplete) {}

    /** Returns the name by which another process can attach. */
    String name();

    /** Returns the local paths of the output files, from the command line that started the run. */
    PodOutputs outputs();

    /**
     * Forwards the output of the command until it ends. A later call continues after the last forwarded line.
     *
     * @return the outcome; empty if {@code stop} was raised first
     * @throws io.github.cdctester.failure.RunFailedException if the pod does not start, or no longer exists
     */
    Optional<End> follow(StopSignal stop, Consumer<String> out, Consumer<String> err) throws InterruptedException;

    /**
     * Sends the command the signal of Ctrl-C. Returns false, without a signal, if it was sent before, because a second signal
     * would end the command without a result.
     */
    boolean interrupt() throws InterruptedException;

    /**
     * Copies the output files.
     *
     * @param localPaths returns the local path of a file by its path in the pod; empty to skip the file
     * @throws io.github.cdctester.failure.RunFailedException if the files cannot be copied, or {@code stop} was raised
     */
    void fetch(StopSignal stop, Function<String, Optional<Path>> localPaths) throws InterruptedException;

    /** Returns true if the pod still contains the files. */
    boolean keepsFiles();

    /** Removes all objects of the run, even if the run has not ended. */
    void remove();

    /** Closes the connection. The run continues. */
    @Override
    void close();
}
