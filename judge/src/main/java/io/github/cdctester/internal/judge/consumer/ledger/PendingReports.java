// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.SourceNumbers;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Reports of transactions that were not read from the log yet. */
final class PendingReports {

    /** A GTID source, or a log file with {@code high} and {@code low} 0. {@code name} is the GTID's tag, or the file's name. */
    record Key(long high, long low, String name) {

        boolean isFile() {
            return high == 0 && low == 0 && !name.isEmpty();
        }
    }

    /** Limits the memory if a consumer reports very many sources or files. */
    private static final int MAX_KEYS = 1_024;

    private final LedgerMemory memory;
    private final Map<Key, LongPairMap> reportsByKey = new HashMap<>();
    private long size;
    private long takenOrdinal;
    private long takenMicros;

    PendingReports(LedgerMemory memory) {
        this.memory = memory;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Marks a repetition by a negative ordinal. Returns false if there is no memory, or there are too many keys. */
    boolean add(Key key, long number, long ordinal, long micros) {
        LongPairMap table = reportsByKey.get(key);
        if (table == null) {
            if (reportsByKey.size() == MAX_KEYS) {
                return false;
            }
            table = new LongPairMap(memory);
            reportsByKey.put(key, table);
        }
        int slot = table.find(number);
        if (slot != LongPairMap.NONE) {
            table.set(slot, -Math.abs(table.first(slot)), table.second(slot));
            return true;
        }
        size++;
        return table.put(number, ordinal, micros);
    }

    /** Returns true if the report existed; the getters below then return its values. */
    boolean take(Key key, long number) {
        LongPairMap table = reportsByKey.get(key);
        int slot = table == null ? LongPairMap.NONE : table.find(number);
        if (table == null || slot == LongPairMap.NONE) {
            return false;
        }
        takenOrdinal = table.first(slot);
        takenMicros = table.second(slot);
        table.removeAt(slot);
        size--;
        return true;
    }

    long takenOrdinal() {
        return Math.abs(takenOrdinal);
    }

    long takenMicros() {
        return takenMicros;
    }

    boolean wasRepeated() {
        return takenOrdinal < 0;
    }

    /** Classifies the reports that remain after the end of the stream. */
    final class Remaining {

        /** GTID numbers up to this distance above the last number read may have been committed after the end of the stream. */
        private static final long MAX_DISTANCE = 1_000;

        private final LogReference log;
        private final boolean ownGtidsKnown;

        private long matched;
        private Incidents repeated = Incidents.NONE;
        private long others;
        private Incidents stray = Incidents.NONE;

        Remaining(LogReference log, boolean ownGtidsKnown) {
            this.log = log;
            this.ownGtidsKnown = ownGtidsKnown;
            reportsByKey.forEach((key, table) -> table.forEach((number, ordinal, micros) -> {
                if (key.isFile()) {
                    classifyPosition(key.name(), number - 1);
                } else {
                    classifyGtid(key, number, ordinal < 0);
                }
            }));
        }

        /** Reports about acknowledged transactions that the run's stream did not read. */
        long matched() {
            return matched;
        }

        Incidents repeated() {
            return repeated;
        }

        /** Reports about transactions before the measured part, or after the end of the stream. */
        long others() {
            return others;
        }

        Incidents stray() {
            return stray;
        }

        private void classifyPosition(String file, long position) {
            if (log.positions().isInsideOrInLaterFile(file, position)) {
                addStray(file + ":" + position);
            } else {
                others++;
            }
        }

        private void classifyGtid(Key key, long number, boolean isRepeated) {
            SourceNumbers source = log.findSource(key.high(), key.low(), key.name());
            if (source == null) {
                addStray(name(key, number));
            } else if (ownGtidsKnown && source.pending().find(number) != LongPairMap.NONE) {
                matched++;
                repeated = isRepeated ? repeated.plusFault(() -> name(key, number)) : repeated;
            } else if (source.isBefore(number)
                    || source.isEarlier(number)
                    || source.isAfterEnd(number) && !source.isAfterEnd(number - MAX_DISTANCE)) {
                others++;
            } else {
                addStray(name(key, number));
            }
        }

        private String name(Key key, long number) {
            return new Gtid(log.isMariaDb(), key.high(), key.low(), key.name(), number).toString();
        }

        private void addStray(String name) {
            String first = stray.first();
            // stores the lowest name, because the iteration order of the map is arbitrary
            stray = Incidents.of(stray.count() + 1, first == null || name.compareTo(first) < 0 ? name : first);
        }

        Stream<String> unlogged() {
            return log.sources().stream().flatMap(source -> {
                LongPairMap reports = reportsByKey.get(new Key(source.high(), source.low(), source.tag()));
                LongStream.Builder numbers = LongStream.builder();
                source.pending().forEach((number, micros, none) -> {
                    if (reports == null || reports.find(number) == LongPairMap.NONE) {
                        numbers.add(number);
                    }
                });
                return numbers.build().sorted().mapToObj(number -> log.name(source, number));
            });
        }
    }
}
