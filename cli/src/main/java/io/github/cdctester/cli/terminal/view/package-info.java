// SPDX-License-Identifier: Apache-2.0
/**
 * What stands on a terminal while a run goes on: what is known of it, as lines of text that fit. Nothing here touches a terminal or
 * reads a clock of its own; the same state gives the same lines.
 */
@NullMarked
package io.github.cdctester.cli.terminal.view;

import org.jspecify.annotations.NullMarked;
