// SPDX-License-Identifier: Apache-2.0
/** Measures the resources that a consumer uses. */
@NullMarked
package io.github.cdctester.internal.usage;

import org.jspecify.annotations.NullMarked;
