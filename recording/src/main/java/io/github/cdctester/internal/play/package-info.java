// SPDX-License-Identifier: Apache-2.0
/** Records a part of a server's log with arrival times, and plays it with a binlog server. */
@NullMarked
package io.github.cdctester.internal.play;

import org.jspecify.annotations.NullMarked;
