// SPDX-License-Identifier: Apache-2.0
/** Groups of options that several commands share. */
@NullMarked
package io.github.cdctester.cli.options;

import org.jspecify.annotations.NullMarked;
