// SPDX-License-Identifier: Apache-2.0
/**
 * The content of a terminal during a run: formats the state as lines of text with the terminal's size. This package uses neither
 * a terminal nor a clock, so the same state always produces the same lines.
 */
@NullMarked
package io.github.cdctester.cli.terminal.view;

import org.jspecify.annotations.NullMarked;
