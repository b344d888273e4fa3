// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.RandomNumbers;
import java.util.SplittableRandom;

/**
 * What the values of one thread are drawn with.
 *
 * @param random the thread's own random numbers
 */
record ValueRandoms(SplittableRandom random, RandomNumbers numbers, Counters counters) {}
