// SPDX-License-Identifier: Apache-2.0
/** The ways by which the lines of a consumer under test come in: standard input, a file, HTTP. */
@NullMarked
package io.github.cdctester.internal.run.fault;

import org.jspecify.annotations.NullMarked;
