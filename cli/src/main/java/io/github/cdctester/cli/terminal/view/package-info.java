// SPDX-License-Identifier: Apache-2.0
/**
 * Formats the state of a run as lines that fit the terminal. Uses neither a terminal nor a clock, so the same state always produces the
 * same lines.
 */
@NullMarked
package io.github.cdctester.cli.terminal.view;

import org.jspecify.annotations.NullMarked;
