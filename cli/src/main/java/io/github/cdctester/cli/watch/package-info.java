// SPDX-License-Identifier: Apache-2.0
/** Shows a command in the browser while it goes on: {@code --ui}. */
@NullMarked
package io.github.cdctester.cli.watch;

import org.jspecify.annotations.NullMarked;
