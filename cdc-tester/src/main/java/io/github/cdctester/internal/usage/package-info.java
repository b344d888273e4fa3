// SPDX-License-Identifier: Apache-2.0
/** The resources that a consumer uses: of its process and all processes that it starts, or of its container. */
@NullMarked
package io.github.cdctester.internal.usage;

import org.jspecify.annotations.NullMarked;
