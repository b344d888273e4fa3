// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

/**
 * A statement with fixed text and parameters.
 *
 * @param sql the text, with {@code ?} for each parameter; the text contains no other question mark. If the statement is always
 *     sent as text, a parameter can be a number in a name: {@code sbtest?}
 * @param sending how the statement is sent
 */
public record StatementTemplate(String sql, Sending sending) {

    /** How a statement is sent. */
    public enum Sending {

        /** The client sends text that contains the parameters as literals. */
        TEXT,

        /** The client prepares the statement on the server when a connection opens. */
        PREPARED,

        /** The client prepares the statement, or sends text if the server cannot prepare it (error 1295). */
        PREPARED_IF_POSSIBLE
    }
}
