// SPDX-License-Identifier: Apache-2.0
/** The library's messages in the words of the command line: settings by the names of their options. */
@NullMarked
package io.github.cdctester.cli.words;

import org.jspecify.annotations.NullMarked;
