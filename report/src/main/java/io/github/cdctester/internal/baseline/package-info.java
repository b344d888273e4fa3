// SPDX-License-Identifier: Apache-2.0
/** Measurements of earlier nights, in a file that users keep beside their tests, and how tonight's compare with them. */
@NullMarked
package io.github.cdctester.internal.baseline;

import org.jspecify.annotations.NullMarked;
