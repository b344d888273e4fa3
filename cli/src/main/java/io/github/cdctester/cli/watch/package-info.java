// SPDX-License-Identifier: Apache-2.0
/** Shows a command in the browser while it is running: {@code --ui}. */
@NullMarked
package io.github.cdctester.cli.watch;

import org.jspecify.annotations.NullMarked;
