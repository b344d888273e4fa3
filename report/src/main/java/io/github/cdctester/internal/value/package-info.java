// SPDX-License-Identifier: Apache-2.0
/**
 * Defines the values of a result: name, getter, unit, and better direction. Limits, comparisons and reports use these
 * definitions.
 */
@NullMarked
package io.github.cdctester.internal.value;

import org.jspecify.annotations.NullMarked;
