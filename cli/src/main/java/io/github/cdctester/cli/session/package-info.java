// SPDX-License-Identifier: Apache-2.0
/** The surroundings of a command: its server, its output directory, its meters. */
@NullMarked
package io.github.cdctester.cli.session;

import org.jspecify.annotations.NullMarked;
