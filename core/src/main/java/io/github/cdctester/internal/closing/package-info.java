// SPDX-License-Identifier: Apache-2.0
/** Closing what was opened, whatever fails meanwhile. */
@NullMarked
package io.github.cdctester.internal.closing;

import org.jspecify.annotations.NullMarked;
