// SPDX-License-Identifier: Apache-2.0
/** The streams of a run. */
@NullMarked
package io.github.cdctester.internal.run.stream;

import org.jspecify.annotations.NullMarked;
