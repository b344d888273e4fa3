// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

/** One of the compared readers of a log. */
interface Side {

    /**
     * Reads the log once.
     *
     * @param argument settings for this read; usually empty
     * @return the totals, as {@code name=value} pairs: at least {@code bytes} and {@code seconds}
     */
    String read(String argument) throws Exception;
}
