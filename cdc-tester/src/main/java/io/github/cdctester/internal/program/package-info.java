// SPDX-License-Identifier: Apache-2.0
/** Starts programs on this machine, and runs them to their end or until the experiment ends. */
@NullMarked
package io.github.cdctester.internal.program;

import org.jspecify.annotations.NullMarked;
