// SPDX-License-Identifier: Apache-2.0
/** Handles the end of a command: failures in one line, exit codes, Ctrl-C, a full heap. */
@NullMarked
package io.github.cdctester.cli.failure;

import org.jspecify.annotations.NullMarked;
