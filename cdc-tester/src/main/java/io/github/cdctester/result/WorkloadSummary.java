// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

/**
 * One of several loads of the write side.
 *
 * @param name the workload's name
 * @param threads its workers
 * @param seconds from the first measured start to its last acknowledged commit; its rates are made with this
 * @param write its numbers
 */
public record WorkloadSummary(String name, int threads, double seconds, WriteSummary write) {}
