// SPDX-License-Identifier: Apache-2.0
/** Access rules of the HTTP servers of {@code --ui}, {@code --prometheus} and {@code --from-http}. */
@NullMarked
package io.github.cdctester.internal.http;

import org.jspecify.annotations.NullMarked;
