// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import org.jspecify.annotations.Nullable;

/**
 * What is to be said of reports whose transactions the log has not shown until the end.
 *
 * @param matched this run's, by the write side's word: the stream has not come so far
 * @param repeated those of them that were reported again
 * @param others from before the stream's beginning, or behind its end
 * @param stray about what nobody committed
 * @param firstRepeated the first one; nothing for none, like in the next ones
 * @param firstStray as above
 * @param firstUnlogged the first commit that neither the log nor the consumer has shown
 */
record PendingReportFindings(
        long matched,
        long repeated,
        long others,
        long stray,
        @Nullable String firstRepeated,
        @Nullable String firstStray,
        @Nullable String firstUnlogged) {

    /** Numbers so near behind the end of what was read that somebody may just have committed them. */
    private static final long NEAR = 1_000;

    private static final class Sums {
        long matched;
        long repeated;
        long others;
        long stray;

        @Nullable
        String firstRepeated;

        @Nullable
        String firstStray;
    }

    static PendingReportFindings of(PendingReports ahead, LogReference log, boolean acknowledged) {
        Sums sums = new Sums();
        ahead.tables()
                .forEach((key, table) -> table.forEach((number, ordinal, micros) -> {
                    SourceNumbers source = log.known(key.high(), key.low(), key.name());
                    if (key.high() == 0 && key.low() == 0 && !key.name().isEmpty()) {
                        position(sums, log, key.name(), number - 1);
                    } else if (source == null) {
                        stray(sums, unknown(log, key, number));
                    } else if (acknowledged && source.pending.find(number) != LongPairMap.NONE) {
                        sums.matched++;
                        sums.repeated += ordinal < 0 ? 1 : 0;
                        sums.firstRepeated = ordinal < 0 && sums.firstRepeated == null
                                ? log.name(source, number)
                                : sums.firstRepeated;
                    } else if (source.isBefore(number)
                            || source.isBehindEnd(number) && !source.isBehindEnd(number - NEAR)) {
                        sums.others++;
                    } else {
                        stray(sums, log.name(source, number));
                    }
                }));
        return new PendingReportFindings(
                sums.matched,
                sums.repeated,
                sums.others,
                sums.stray,
                sums.firstRepeated,
                sums.firstStray,
                firstUnlogged(ahead, log));
    }

    private static void position(Sums sums, LogReference log, String file, long position) {
        if (log.places.miss(file, position) == LogPlaces.Miss.NO_END) {
            stray(sums, file + ":" + position);
        } else {
            sums.others++;
        }
    }

    private static void stray(Sums sums, String name) {
        sums.stray++;
        if (sums.firstStray == null || name.compareTo(sums.firstStray) < 0) {
            sums.firstStray = name; // the lowest, as the table has no order that a reader would know
        }
    }

    private static String unknown(LogReference log, PendingReports.Key key, long number) {
        return new io.github.cdctester.internal.binlog.gtid.Gtid(
                        log.isMariaDb(), key.high(), key.low(), key.name(), number)
                .toString();
    }

    private static @Nullable String firstUnlogged(PendingReports ahead, LogReference log) {
        for (SourceNumbers source : log.sources()) {
            LongPairMap shown = ahead.tables().get(new PendingReports.Key(source.high, source.low, source.tag));
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
