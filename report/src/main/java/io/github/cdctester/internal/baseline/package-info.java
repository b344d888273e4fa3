// SPDX-License-Identifier: Apache-2.0
/** Measurements of earlier nights, in a file that users keep with their tests, and the comparison with tonight's. */
@NullMarked
package io.github.cdctester.internal.baseline;

import org.jspecify.annotations.NullMarked;
