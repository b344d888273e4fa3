// SPDX-License-Identifier: Apache-2.0
/** Measures the resources that a consumer uses: its process with all descendants, or its container. */
@NullMarked
package io.github.cdctester.internal.usage;

import org.jspecify.annotations.NullMarked;
