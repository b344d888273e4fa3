// SPDX-License-Identifier: Apache-2.0
/** Starts programs on this machine. */
@NullMarked
package io.github.cdctester.internal.program;

import org.jspecify.annotations.NullMarked;
