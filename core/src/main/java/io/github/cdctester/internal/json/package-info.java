// SPDX-License-Identifier: Apache-2.0
/** Reads the JSON of other programs, and converts records to JSON and back, so that callers need not use Jackson. */
@NullMarked
package io.github.cdctester.internal.json;

import org.jspecify.annotations.NullMarked;
