// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

/**
 * The part of the warm-up's log that a consumer had not read when the measured part began.
 *
 * @param bytes -1 if unknown
 * @param transactions -1 if unknown
 */
public record UnreadWarmUp(long bytes, long transactions) {

    static final UnreadWarmUp NONE = new UnreadWarmUp(0, 0);
}
