// SPDX-License-Identifier: Apache-2.0
/** Text of any kind: safe output, and CSV. */
@NullMarked
package io.github.cdctester.internal.text;

import org.jspecify.annotations.NullMarked;
