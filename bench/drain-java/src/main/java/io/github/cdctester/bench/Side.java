// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

/** One way to read a log. */
interface Side {

    /**
     * Reads the log once.
     *
     * @param argument what the caller wants to be different this time; mostly empty
     * @return what came, as {@code name=value} pairs: at least {@code bytes} and {@code seconds}
     */
    String read(String argument) throws Exception;
}
