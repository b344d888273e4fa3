// SPDX-License-Identifier: Apache-2.0
/** Finds out whether a suite's numbers have become worse, night after night, also on shared machines. */
@NullMarked
package io.github.cdctester.baseline;

import org.jspecify.annotations.NullMarked;
