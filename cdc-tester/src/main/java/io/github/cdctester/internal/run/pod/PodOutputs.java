// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.pod;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Local paths for the output files of a command in a pod.
 *
 * @param out directory for {@code --out}
 * @param junit file for the JUnit XML
 * @param overwrites true if an earlier result is removed from {@code out} first
 */
public record PodOutputs(Optional<Path> out, Optional<Path> junit, boolean overwrites) {

    /** Directory for {@link #out} in {@link PodCommand#RESULT_DIRECTORY}. */
    public static final String OUT = "out";

    /** File for {@link #junit} in {@link PodCommand#RESULT_DIRECTORY}. */
    public static final String JUNIT = "junit.xml";

    public boolean isEmpty() {
        return out.isEmpty() && junit.isEmpty();
    }
}
