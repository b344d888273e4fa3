// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

/** One way to read a log. */
interface Side {

    /**
     * Reads the log once.
     *
     * @param argument changes for this read; mostly empty
     * @return the totals, as {@code name=value} pairs: at least {@code bytes} and {@code seconds}
     */
    String read(String argument) throws Exception;
}
