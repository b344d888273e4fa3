// SPDX-License-Identifier: Apache-2.0
/** Foreign JSON, one line at a time, without the library for it. */
@NullMarked
package io.github.cdctester.internal.json;

import org.jspecify.annotations.NullMarked;
