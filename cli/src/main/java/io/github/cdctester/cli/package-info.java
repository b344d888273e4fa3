// SPDX-License-Identifier: Apache-2.0
/** The command line. No other module prints or exits. */
@NullMarked
package io.github.cdctester.cli;

import org.jspecify.annotations.NullMarked;
