// SPDX-License-Identifier: Apache-2.0
/**
 * How the write side learns the GTID of each commit: the server tells it in its answer to the commit, and the driver's
 * connection is listened to. Nothing is asked of the server for it, but once a connection.
 */
@NullMarked
package io.github.cdctester.internal.writer.commit;

import org.jspecify.annotations.NullMarked;
