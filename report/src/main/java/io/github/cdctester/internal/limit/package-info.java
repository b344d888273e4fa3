// SPDX-License-Identifier: Apache-2.0
/**
 * Limits on a result, such as {@code delay.p99>500ms}: the small language they are written in, and what it may name. Names
 * and units are those of result.json; they are read off the result's records, so that a new number can be named at once.
 */
@NullMarked
package io.github.cdctester.internal.limit;

import org.jspecify.annotations.NullMarked;
