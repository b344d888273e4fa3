// SPDX-License-Identifier: Apache-2.0
/** Sources of a consumer's lines: standard input, a file, HTTP, topics, the output of a program. */
@NullMarked
package io.github.cdctester.internal.consumer;

import org.jspecify.annotations.NullMarked;
