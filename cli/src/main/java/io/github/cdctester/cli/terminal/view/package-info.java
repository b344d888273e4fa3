// SPDX-License-Identifier: Apache-2.0
/**
 * Contents of a terminal during a run: the state, as lines of text that fit. Nothing here uses a terminal or reads a clock; the
 * same state gives the same lines.
 */
@NullMarked
package io.github.cdctester.cli.terminal.view;

import org.jspecify.annotations.NullMarked;
