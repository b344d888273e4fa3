// SPDX-License-Identifier: Apache-2.0
/** Compares two results: different settings, different values, and whether the differences exceed noise. */
@NullMarked
package io.github.cdctester.internal.compare;

import org.jspecify.annotations.NullMarked;
