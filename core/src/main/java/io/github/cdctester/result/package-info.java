// SPDX-License-Identifier: Apache-2.0
/**
 * The results of runs and experiments, as immutable records. Their component names are the names in result.json; a value that
 * could not be measured is {@code null}. MB is 10⁶ bytes. Rates are per second. Names of durations contain the unit.
 */
@NullMarked
package io.github.cdctester.result;

import org.jspecify.annotations.NullMarked;
