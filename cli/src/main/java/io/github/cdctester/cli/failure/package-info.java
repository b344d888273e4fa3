// SPDX-License-Identifier: Apache-2.0
/** The end of a command: failures in one line, exit codes, Ctrl-C and a full heap. */
@NullMarked
package io.github.cdctester.cli.failure;

import org.jspecify.annotations.NullMarked;
