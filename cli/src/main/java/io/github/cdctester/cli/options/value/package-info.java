// SPDX-License-Identifier: Apache-2.0
/** Values of options, and their converters. */
@NullMarked
package io.github.cdctester.cli.options.value;

import org.jspecify.annotations.NullMarked;
