// SPDX-License-Identifier: Apache-2.0
/** The sources of the lines of a consumer under test: standard input, a file, HTTP, topics, the output of a program. */
@NullMarked
package io.github.cdctester.internal.consumer;

import org.jspecify.annotations.NullMarked;
