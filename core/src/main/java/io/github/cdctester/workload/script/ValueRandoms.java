// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.RandomNumbers;
import java.util.SplittableRandom;

/**
 * The sources that one thread's values are drawn from.
 *
 * @param random the thread's own random numbers
 */
record ValueRandoms(SplittableRandom random, RandomNumbers numbers, Counters counters) {}
