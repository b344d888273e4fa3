// SPDX-License-Identifier: Apache-2.0
/** The command line: the only place that prints or exits. Everything that it does goes through the library's public API. */
@NullMarked
package io.github.cdctester.cli;

import org.jspecify.annotations.NullMarked;
