// SPDX-License-Identifier: Apache-2.0
/** Text for terminals, messages, CSV, and statements. */
@NullMarked
package io.github.cdctester.internal.text;

import org.jspecify.annotations.NullMarked;
