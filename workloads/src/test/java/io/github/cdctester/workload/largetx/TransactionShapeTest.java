// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionShapeTest {

    private static final long PACKET = 64 << 20;
    private static final LogFormat MYSQL = new LogFormat(false, "FULL", 4, 8_192, false, false);
    private static final LogFormat MARIADB = new LogFormat(true, "FULL", 4, 8_192, true, false);

    @Test
    void predictsLoggedBytes() {
        // MySQL: an event has three rows of 2,500 bytes
        TransactionShape shape = TransactionShape.of(LargeTransactions.insert(), MYSQL, PACKET);
        assertThat(shape.dataBytes()).isEqualTo(2_500 - 17);
        assertThat(shape.rows()).isCloseTo((long) (500_000_000 / (2_500 + 35 / 3.0)), withinPercentage(0.02));
        assertThat(shape.logBytes()).isBetween(500_000_000L - 2_600, 500_000_000L);
        assertThat(RowStatement.statementBytes(shape.maxRowsPerStatement(), shape.dataBytes(), false))
                .isLessThanOrEqualTo(1_000_000);
    }

    @Test
    void includesLoggedStatements() {
        TransactionShape shape = TransactionShape.of(LargeTransactions.insert(), MARIADB, PACKET);
        assertThat(shape.rows()).isCloseTo(500_000_000L / (2_500 + 11 + 2_509), withinPercentage(0.1));
    }

    @Test
    void enlargesFewLargeRowsSlightly() {
        LargeTransactions spec = LargeTransactions.insert().trxBytes(40_000_000).rowBytes(700_000);
        TransactionShape shape = TransactionShape.of(spec, MARIADB, PACKET);
        assertThat(shape.rows()).isEqualTo(28);
        assertThat(shape.dataBytes()).isBetween(700_000, 725_000);
        assertThat(shape.logBytes()).isBetween(39_999_000L, 40_000_000L);
    }

    @ParameterizedTest
    @EnumSource(RowChange.class)
    void hasRequestedSizeForAnyNumberOfRows(RowChange kind) {
        for (long rows : new long[] {1, 7, 200, 10_000}) {
            LargeTransactions spec = new LargeTransactions(kind, 20_000_000, 0, rows, 3, false);
            for (LogFormat format : new LogFormat[] {MYSQL, MARIADB}) {
                TransactionShape shape = TransactionShape.of(spec, format, PACKET);
                assertThat(shape.rows()).isEqualTo(rows);
                assertThat(shape.logBytes()).isCloseTo(20_000_000, withinPercentage(0.3));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MINIMAL", "NOBLOB", "FULL_NODUP"})
    void updateRowsDependOnRowImage(String image) {
        LargeTransactions spec = LargeTransactions.insert().kind(RowChange.UPDATE);
        TransactionShape fullShape = TransactionShape.of(spec, MYSQL, PACKET);
        TransactionShape smallerShape =
                TransactionShape.of(spec, new LogFormat(false, image, 4, 8_192, false, false), PACKET);
        assertThat(smallerShape.rows()).isGreaterThan(fullShape.rows());
        assertThat(smallerShape.logBytes()).isCloseTo(fullShape.logBytes(), withinPercentage(0.01));
    }

    @ParameterizedTest
    @ValueSource(strings = {"MINIMAL", "NOBLOB"})
    void rejectsDeleteIfImageLacksData(String image) {
        LargeTransactions spec = LargeTransactions.insert().kind(RowChange.DELETE);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> TransactionShape.of(spec, new LogFormat(true, image, 4, 8_192, false, false), PACKET))
                .withMessageContaining("SET GLOBAL binlog_row_image = 'FULL'");
    }

    @ParameterizedTest
    @EnumSource(
            value = RowChange.class,
            names = {"INSERT", "UPDATE", "INSERT_SELECT"})
    void stampAddsTwoNumbersPerImage(RowChange kind) {
        LogFormat stampedFormat = new LogFormat(false, "FULL", 4, 8_192, false, true);
        LargeTransactions spec = LargeTransactions.insert().kind(kind).stamp(true);
        TransactionShape shape = TransactionShape.of(spec, stampedFormat, PACKET);
        assertThat(shape.dataBytes()).isEqualTo(2_500 - 17 - 16);
        assertThat(shape.rows())
                .isCloseTo(TransactionShape.of(spec, MYSQL, PACKET).rows(), withinPercentage(0.01));
        assertThat(stampedFormat.rowBytes(kind, 100)).isEqualTo(MYSQL.rowBytes(kind, 116));
        assertThat(RowStatement.statementBytes(shape.maxRowsPerStatement(), shape.dataBytes(), true))
                .isLessThanOrEqualTo(1_000_000);
    }

    @Test
    void staysBelowMaxPacket() {
        TransactionShape shape = TransactionShape.of(LargeTransactions.insert(), MYSQL, 100_000);
        assertThat(RowStatement.statementBytes(shape.maxRowsPerStatement(), shape.dataBytes(), false))
                .isBetween(90_000L, 100_000L);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> TransactionShape.of(LargeTransactions.insert().rowBytes(1_000_000), MYSQL, 1_000_000))
                .withMessageContaining("max_allowed_packet is 1000000 bytes, too small for a row of 1000000 bytes")
                .withMessageContaining("SET GLOBAL max_allowed_packet = 1001472");
    }
}
