// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

/**
 * What a node's process has used since it started.
 *
 * @param nanos when that was asked, by the node's clock
 * @param cpuNanos user and system CPU time; -1 where its Java cannot tell
 * @param gcMillis time in garbage collections
 * @param maxHeapBytes the sum of the heap pools' peaks
 */
public record Usage(long nanos, long cpuNanos, long gcMillis, long maxHeapBytes) {}
