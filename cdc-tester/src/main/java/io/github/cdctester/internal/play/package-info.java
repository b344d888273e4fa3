// SPDX-License-Identifier: Apache-2.0
/** A binlog server over a recording: the server's side of the protocol, as far as readers of a log use it. */
@NullMarked
package io.github.cdctester.internal.play;

import org.jspecify.annotations.NullMarked;
