// SPDX-License-Identifier: Apache-2.0
/** A stretch of a server's log in files, with the times at which it arrived, and a binlog server over that. */
@NullMarked
package io.github.cdctester.internal.play;

import org.jspecify.annotations.NullMarked;
