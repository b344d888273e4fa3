// SPDX-License-Identifier: Apache-2.0
/**
 * Exceptions of this library. Each message is one line with the problem and the next step; the cause is kept for the stack trace.
 */
@NullMarked
package io.github.cdctester.failure;

import org.jspecify.annotations.NullMarked;
