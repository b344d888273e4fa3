// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * The wait behind a run until the stream had caught up and its delay was back at rest, looked at once a second.
 *
 * @param settled whether it was in time
 * @param seconds how long the wait was
 * @param delayMillis the last second's median delay of heartbeats; {@code null} where none arrived
 * @param reason why it was not settled; {@code null} where it was
 */
public record Settling(
        boolean settled,
        double seconds,
        @Nullable Double delayMillis,
        @Nullable String reason) {}
