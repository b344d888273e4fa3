// SPDX-License-Identifier: Apache-2.0
/** Limits on what a peer, a server or a file can make this process keep in memory. */
@NullMarked
package io.github.cdctester.internal.bound;

import org.jspecify.annotations.NullMarked;
