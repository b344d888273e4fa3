// SPDX-License-Identifier: Apache-2.0
/** Stores the measurements of earlier nights in a file that users keep with their tests. */
@NullMarked
package io.github.cdctester.internal.baseline;

import org.jspecify.annotations.NullMarked;
