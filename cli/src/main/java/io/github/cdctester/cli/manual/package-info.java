// SPDX-License-Identifier: Apache-2.0
/** Generates help pages and shell completion from picocli's model of the commands. */
@NullMarked
package io.github.cdctester.cli.manual;

import org.jspecify.annotations.NullMarked;
