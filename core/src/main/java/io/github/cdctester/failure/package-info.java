// SPDX-License-Identifier: Apache-2.0
/**
 * The ways in which a run can fail, as types. Each message is one line that names what is wrong and what to do next;
 * the cause is kept for those who want the stack trace.
 */
@NullMarked
package io.github.cdctester.failure;

import org.jspecify.annotations.NullMarked;
