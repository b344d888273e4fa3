// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** How statements with parameters are sent: sysbench's {@code --db-ps-mode}. */
public enum PsMode {
    /** Prepared on the server: one prepared statement a table, statement and connection. */
    AUTO,
    /** As text. */
    DISABLE
}
