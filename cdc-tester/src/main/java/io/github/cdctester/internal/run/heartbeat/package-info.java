// SPDX-License-Identifier: Apache-2.0
/** Rows that the tester writes itself, to see how long they take. */
@NullMarked
package io.github.cdctester.internal.run.heartbeat;

import org.jspecify.annotations.NullMarked;
