// SPDX-License-Identifier: Apache-2.0
/** Handles the end of a command: one-line error messages, exit codes, Ctrl-C, and a full heap. */
@NullMarked
package io.github.cdctester.cli.failure;

import org.jspecify.annotations.NullMarked;
