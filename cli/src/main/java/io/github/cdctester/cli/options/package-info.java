// SPDX-License-Identifier: Apache-2.0
/** The options of the commands, each group once. */
@NullMarked
package io.github.cdctester.cli.options;

import org.jspecify.annotations.NullMarked;
