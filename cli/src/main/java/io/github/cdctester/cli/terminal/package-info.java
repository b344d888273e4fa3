// SPDX-License-Identifier: Apache-2.0
/** Output during a run, on a terminal or in a pipe. Only this package uses JLine. */
@NullMarked
package io.github.cdctester.cli.terminal;

import org.jspecify.annotations.NullMarked;
