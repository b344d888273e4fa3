// SPDX-License-Identifier: Apache-2.0
/** Text for terminals, and CSV. */
@NullMarked
package io.github.cdctester.internal.text;

import org.jspecify.annotations.NullMarked;
