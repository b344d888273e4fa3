// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

/** Commit times are in µs since the epoch. */
public final class CommitTime {

    public static final long UNKNOWN_MICROS = Long.MIN_VALUE;

    private CommitTime() {}
}
