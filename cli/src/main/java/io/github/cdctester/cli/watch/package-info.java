// SPDX-License-Identifier: Apache-2.0
/** Shows a running command in the browser: {@code --ui}. */
@NullMarked
package io.github.cdctester.cli.watch;

import org.jspecify.annotations.NullMarked;
