// SPDX-License-Identifier: Apache-2.0
/** Somebody else's JSON, a line at a time, without the library that reads it. */
@NullMarked
package io.github.cdctester.internal.json;

import org.jspecify.annotations.NullMarked;
