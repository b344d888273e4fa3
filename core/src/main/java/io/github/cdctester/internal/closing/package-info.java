// SPDX-License-Identifier: Apache-2.0
/** Closes all opened resources, even after failures. */
@NullMarked
package io.github.cdctester.internal.closing;

import org.jspecify.annotations.NullMarked;
