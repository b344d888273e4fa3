// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

/** Receives one statement of a transaction: either a template with all its parameters in order, or a complete text. */
public interface StatementWriter {

    /**
     * Chooses a template. Its parameters follow.
     *
     * @param index index in {@link StatementWorkload#templates()}
     */
    void template(int index);

    /**
     * Sets the next parameter to a number.
     *
     * @param value any number except {@link Long#MIN_VALUE}
     */
    void number(long value);

    /**
     * Sets the next parameter to a text.
     *
     * @param ascii contains the text: printable ASCII characters without quotes and backslashes
     * @param from index of its first byte
     * @param length its number of bytes
     */
    void text(byte[] ascii, int from, int length);

    /**
     * Sets the complete statement, which has no parameters and is sent as text. The array must not change before the
     * server's response.
     *
     * @param ascii contains the statement
     * @param from index of its first byte
     * @param length its number of bytes
     */
    void sql(byte[] ascii, int from, int length);
}
