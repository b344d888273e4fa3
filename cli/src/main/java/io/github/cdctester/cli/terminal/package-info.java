// SPDX-License-Identifier: Apache-2.0
/** Prints the output during a run. Only this package uses JLine. */
@NullMarked
package io.github.cdctester.cli.terminal;

import org.jspecify.annotations.NullMarked;
