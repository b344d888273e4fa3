// SPDX-License-Identifier: Apache-2.0
/** Detects whether the results of a test suite become worse from night to night, also on shared machines. */
@NullMarked
package io.github.cdctester.baseline;

import org.jspecify.annotations.NullMarked;
