// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import java.util.List;

/**
 * A program that runs beside an experiment, from before its first phase to behind its last, such as one that resizes the server.
 *
 * @param name by which messages know it
 * @param words the program and its arguments
 */
public record Companion(String name, List<String> words) {
    /** Copies the words. */
    public Companion {
        words = List.copyOf(words);
    }
}
