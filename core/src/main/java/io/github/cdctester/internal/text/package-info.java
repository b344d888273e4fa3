// SPDX-License-Identifier: Apache-2.0
/** Text of any kind: what is safe to show, and CSV. */
@NullMarked
package io.github.cdctester.internal.text;

import org.jspecify.annotations.NullMarked;
