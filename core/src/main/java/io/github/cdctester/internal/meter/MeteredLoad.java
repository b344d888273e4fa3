// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/**
 * One load of the write side as the sampler sees it.
 *
 * @param workload the workload's name
 * @param meter what its workers have told
 * @param threads how many there are
 */
public record MeteredLoad(String workload, WriteMeter meter, int threads) {}
