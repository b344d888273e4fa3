// SPDX-License-Identifier: Apache-2.0
/** Writes heartbeat rows, whose delay the stream measures. */
@NullMarked
package io.github.cdctester.internal.run.heartbeat;

import org.jspecify.annotations.NullMarked;
