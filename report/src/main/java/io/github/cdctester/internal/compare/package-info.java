// SPDX-License-Identifier: Apache-2.0
/** Compares the settings and the values of two results, and decides whether differences of values exceed the noise. */
@NullMarked
package io.github.cdctester.internal.compare;

import org.jspecify.annotations.NullMarked;
