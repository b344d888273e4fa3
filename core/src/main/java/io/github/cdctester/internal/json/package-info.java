// SPDX-License-Identifier: Apache-2.0
/** Reads other programs' JSON, and converts records, so that callers need not use Jackson. */
@NullMarked
package io.github.cdctester.internal.json;

import org.jspecify.annotations.NullMarked;
