// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import org.jspecify.annotations.Nullable;

/** The result of opening a worker's connection. {@code connection} is null after a failure, {@code failure} after success. */
record ConnectAttempt(
        LoopWorker worker,
        @Nullable OpenedConnection connection,
        @Nullable Throwable failure) {}
