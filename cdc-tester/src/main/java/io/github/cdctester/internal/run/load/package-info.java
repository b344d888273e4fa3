// SPDX-License-Identifier: Apache-2.0
/** The write side of a run: the server that the loads write to, its tables, and the loads. */
@NullMarked
package io.github.cdctester.internal.run.load;

import org.jspecify.annotations.NullMarked;
