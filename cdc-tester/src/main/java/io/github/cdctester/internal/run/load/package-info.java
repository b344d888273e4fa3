// SPDX-License-Identifier: Apache-2.0
/** The write side of a run. */
@NullMarked
package io.github.cdctester.internal.run.load;

import org.jspecify.annotations.NullMarked;
