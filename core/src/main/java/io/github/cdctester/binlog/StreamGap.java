// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import java.time.Instant;

/**
 * A break in a stream, and how it was mended. What was in flight came again and was counted once.
 *
 * @param at when the break was noticed
 * @param seconds until the stream went on
 * @param attempts how often a connection was tried
 * @param reason what broke it
 */
public record StreamGap(Instant at, double seconds, int attempts, String reason) {}
