// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.judge.verify.Incidents;
import org.jspecify.annotations.Nullable;

/**
 * The reports whose transactions the log had not shown at its end.
 *
 * <p>{@code matched} are this run's, by the write side's word: the stream has not come so far. {@code others} are from before the
 * stream's beginning, or behind its end. {@code stray} are about what nobody committed.
 */
final class PendingReportFindings {

    /** Numbers so near behind the end of what was read that somebody may just have committed them. */
    private static final long NEAR = 1_000;

    private final LogReference log;
    private final boolean acknowledged;

    long matched;
    /** Those of {@code matched} that were reported again. */
    Incidents repeated = Incidents.NONE;

    long others;
    Incidents stray = Incidents.NONE;

    /** The first commit that neither the log nor the consumer has shown. */
    final @Nullable String firstUnlogged;

    PendingReportFindings(PendingReports pending, LogReference log, boolean acknowledged) {
        this.log = log;
        this.acknowledged = acknowledged;
        pending.tables()
                .forEach((key, table) -> table.forEach((number, ordinal, micros) -> {
                    if (key.isFile()) {
                        position(key.name(), number - 1);
                    } else {
                        gtid(key, number, ordinal < 0);
                    }
                }));
        firstUnlogged = firstUnlogged(pending);
    }

    private void position(String file, long position) {
        if (log.places.miss(file, position) == LogPlaces.Miss.NO_END) {
            stray(file + ":" + position);
        } else {
            others++;
        }
    }

    private void gtid(PendingReports.Key key, long number, boolean again) {
        SourceNumbers source = log.known(key.high(), key.low(), key.name());
        if (source == null) {
            stray(name(key, number));
        } else if (acknowledged && source.pending.find(number) != LongPairMap.NONE) {
            matched++;
            repeated = again ? repeated.and(() -> name(key, number)) : repeated;
        } else if (source.isBefore(number) || source.isBehindEnd(number) && !source.isBehindEnd(number - NEAR)) {
            others++;
        } else {
            stray(name(key, number));
        }
    }

    private String name(PendingReports.Key key, long number) {
        return new Gtid(log.isMariaDb(), key.high(), key.low(), key.name(), number).toString();
    }

    private void stray(String name) {
        String first = stray.first();
        // the lowest, as the table has no order that a reader would know
        stray = new Incidents(stray.count() + 1, first == null || name.compareTo(first) < 0 ? name : first);
    }

    private @Nullable String firstUnlogged(PendingReports pending) {
        for (SourceNumbers source : log.sources()) {
            LongPairMap shown = pending.tables().get(new PendingReports.Key(source.high, source.low, source.tag));
            long[] lowest = {Long.MAX_VALUE};
            source.pending.forEach((number, micros, none) -> {
                if (number < lowest[0] && (shown == null || shown.find(number) == LongPairMap.NONE)) {
                    lowest[0] = number;
                }
            });
            if (lowest[0] != Long.MAX_VALUE) {
                return log.name(source, lowest[0]);
            }
        }
        return null;
    }
}
