// SPDX-License-Identifier: Apache-2.0
/** Defines the values of a result: name, getter, unit, and better direction. */
@NullMarked
package io.github.cdctester.internal.value;

import org.jspecify.annotations.NullMarked;
