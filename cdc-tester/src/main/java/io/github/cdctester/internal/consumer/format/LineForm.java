// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

/** Reads the lines of one format. It may remember what it has read, and is used by one thread at a time. */
interface LineForm {

    /**
     * Reads a line.
     *
     * @param key what came with the line as its key, as in a topic of Kafka; empty for none
     * @param line not empty, without its end
     */
    Reading read(String key, String line);
}
