// SPDX-License-Identifier: Apache-2.0
/** The base class of all commands, and the environment of a command. */
@NullMarked
package io.github.cdctester.cli.session;

import org.jspecify.annotations.NullMarked;
