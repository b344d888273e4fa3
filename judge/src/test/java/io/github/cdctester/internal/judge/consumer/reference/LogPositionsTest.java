// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogPositionsTest {

    private static final long FOUR_GIB = 1L << 32;

    private static final long FIRST = 200_000_000;

    /** The end of a transaction of 3.5 GB. */
    private static final long LAST = 4_400_000_000L;

    private static final String FIRST_FILE = "binlog.000001";
    private static final String SECOND_FILE = "binlog.000002";

    private final LogPositions positions = new LogPositions(new LedgerMemory(1 << 20));

    private void addTwoFiles() {
        for (long end : new long[] {FIRST, 900_000_000, LAST}) {
            positions.add(FIRST_FILE, end);
        }
        positions.add(SECOND_FILE, 500_000_000);
    }

    @Test
    void findsEndsOfFileAboveFourGibibytes() {
        addTwoFiles();
        assertThat(positions.isUnclear()).isFalse();
        assertThat(positions.indexOf(FIRST_FILE, FIRST)).isZero();
        assertThat(positions.indexOf(FIRST_FILE, 900_000_000)).isOne();
        assertThat(positions.indexOf(FIRST_FILE, LAST)).isEqualTo(2);
        assertThat(positions.indexOf(FIRST_FILE, LAST - FOUR_GIB)).isEqualTo(2);
        assertThat(positions.indexOf(FIRST_FILE, LAST - FOUR_GIB + 1)).isEqualTo(-1);
        assertThat(positions.indexOf(SECOND_FILE, 500_000_000)).isEqualTo(3);
        assertThat(positions.name(2)).isEqualTo(FIRST_FILE + ":" + LAST);
        assertThat(positions.bytesAfter(0)).isEqualTo(LAST - FIRST + 500_000_000 - LogPosition.FIRST_EVENT);
    }

    @Test
    void returnsLastEndAsInEventHeader() {
        positions.add(FIRST_FILE, 900_000_000);
        positions.add(FIRST_FILE, LAST);
        assertThat(positions.lastEnd()).isEqualTo(LAST - FOUR_GIB);
    }

    /** A dump cannot start at a later position. */
    @Test
    void returnsStartBelowFourGibibytes() {
        addTwoFiles();
        positions.add(SECOND_FILE, LAST);
        positions.add(SECOND_FILE, LAST + 100);
        positions.add(SECOND_FILE, LAST + 200);
        positions.add("binlog.000003", LAST);
        positions.add("binlog.000003", LAST + 100);
        assertThat(positions.positionBefore(2)).isEqualTo(new LogPosition(FIRST_FILE, 900_000_000));
        assertThat(positions.positionBefore(3)).isEqualTo(new LogPosition(SECOND_FILE, LogPosition.FIRST_EVENT));
        assertThat(positions.positionBefore(6)).isEqualTo(new LogPosition(SECOND_FILE, 500_000_000));
        assertThat(positions.positionBefore(8)).isEqualTo(new LogPosition("binlog.000003", LogPosition.FIRST_EVENT));
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 4294968295, false", // the largest distance
        "1000, 4294968296, true",
        "1000, 4294968396, true",
        "1000, 1000, true",
        "1000, 900, true",
    })
    void isUnclearIfEndsOfFileAreAmbiguous(long first, long second, boolean isUnclear) {
        positions.add(FIRST_FILE, first);
        positions.add(FIRST_FILE, second);
        assertThat(positions.isUnclear()).isEqualTo(isUnclear);
        assertThat(positions.bytesAfter(0)).isEqualTo(isUnclear ? -1 : second - first);
    }

    @Test
    void isUnclearIfEndsDoNotAscend() {
        positions.add(FIRST_FILE, 1_000);
        positions.add(FIRST_FILE, 3_000);
        positions.add(FIRST_FILE, 2_000);
        assertThat(positions.isUnclear()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "binlog.000001, 199999999, false", // before the first end
        "binlog.000001, 200000001, true",
        "binlog.000001, 105032703, true", // before the last end, modulo 4 GiB
        "binlog.000001, 105032705, false", // before the first end, or after the last one
        "binlog.000001, 3000000000, true",
        "binlog.000002, 400, true",
        "binlog.000002, 500000001, false", // after the last end
        "binlog.000003, 4, true",
        "binlog.000000, 4, false",
    })
    void knowsIfPositionIsInLog(String file, long position, boolean isInside) {
        addTwoFiles();
        assertThat(positions.isInsideOrInLaterFile(file, position)).isEqualTo(isInside);
    }

    @ParameterizedTest
    @CsvSource({
        "4294900000, 4294967290, true",
        "4294900000, 50, true",
        "4294900000, 101, false",
        "4294900000, 4294899999, false",
    })
    void knowsIfPositionIsInOnlyFile(long first, long position, boolean isInside) {
        positions.add(FIRST_FILE, first);
        positions.add(FIRST_FILE, FOUR_GIB + 100);
        assertThat(positions.isInsideOrInLaterFile(FIRST_FILE, position)).isEqualTo(isInside);
    }

    /** The server adds a digit after {@code binlog.999999}. */
    @Test
    void comparesNumbersOfFiles() {
        positions.add("binlog.999999", 1_000);
        assertThat(positions.isInsideOrInLaterFile("binlog.1000000", 4)).isTrue();
        assertThat(positions.isInsideOrInLaterFile("binlog.999998", 4)).isFalse();
        LogPositions later = new LogPositions(new LedgerMemory(1 << 20));
        later.add("binlog.1000000", 1_000);
        assertThat(later.isInsideOrInLaterFile("binlog.999999", 4)).isFalse();
        assertThat(later.isInsideOrInLaterFile("binlog.1000001", 4)).isTrue();
    }

    @Test
    void isUnclearWithoutMemory() {
        LogPositions limited = new LogPositions(new LedgerMemory(0));
        for (int i = 1; i <= 1_025; i++) {
            limited.add(FIRST_FILE, 1_000L * i);
        }
        limited.add(SECOND_FILE, 1_000);
        assertThat(limited.isUnclear()).isTrue();
        assertThat(limited.isInsideOrInLaterFile(SECOND_FILE, 1_000)).isFalse();
    }
}
