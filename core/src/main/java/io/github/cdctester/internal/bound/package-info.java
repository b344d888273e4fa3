// SPDX-License-Identifier: Apache-2.0
/** Limits the memory that a peer, a server or a file can make this process use. */
@NullMarked
package io.github.cdctester.internal.bound;

import org.jspecify.annotations.NullMarked;
