// SPDX-License-Identifier: Apache-2.0
/** What the servers of {@code --ui}, {@code --prometheus} and {@code --from-http} have in common. */
@NullMarked
package io.github.cdctester.cli.http;

import org.jspecify.annotations.NullMarked;
