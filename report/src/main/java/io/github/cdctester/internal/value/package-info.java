// SPDX-License-Identifier: Apache-2.0
/** The table of the values of a result: name, getter, unit, which way is better. Limits, comparisons and reports use it. */
@NullMarked
package io.github.cdctester.internal.value;

import org.jspecify.annotations.NullMarked;
