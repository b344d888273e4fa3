// SPDX-License-Identifier: Apache-2.0
/** Converts the values of options. */
@NullMarked
package io.github.cdctester.cli.options.value;

import org.jspecify.annotations.NullMarked;
