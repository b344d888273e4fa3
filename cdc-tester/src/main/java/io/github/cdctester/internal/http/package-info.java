// SPDX-License-Identifier: Apache-2.0
/** Rules that the HTTP servers of {@code --ui}, {@code --prometheus} and {@code --from-http} share. */
@NullMarked
package io.github.cdctester.internal.http;

import org.jspecify.annotations.NullMarked;
