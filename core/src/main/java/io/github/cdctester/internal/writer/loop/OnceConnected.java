// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** The step of a worker that follows when it has a working connection. */
enum OnceConnected {
    BECOME_IDLE,
    START,
    REPEAT,
    REPORT_UNKNOWN_OUTCOME,
    REPORT_COMPLETION
}
