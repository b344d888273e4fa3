// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An integration suite compares values of real servers. */
class LogValuesTest {

    private final RowBytes bytes = new RowBytes();

    /** The first two values are from the comment of MySQL's decimal2bin. */
    @ParameterizedTest
    @CsvSource({
        "1234567890.1234,  14, 4, 810dfb38d204d2",
        "-1234567890.1234, 14, 4, 7ef204c72dfb2d",
        "0,                12, 2, 800000000000",
        "0.0000,            4, 4, 8000"
    })
    void writesDecimals(BigDecimal number, int precision, int scale, String expected) {
        LogDecimal.add(number, precision, scale, bytes);
        assertThat(HexFormat.of().formatHex(bytes.toArray())).isEqualTo(expected);
        assertThat(bytes.length()).isEqualTo(LogDecimal.bytes(precision, scale));
    }

    @Test
    void readsWrittenDecimals() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20_000; i++) {
            int precision = 1 + random.nextInt(65);
            int scale = random.nextInt(Math.min(30, precision) + 1);
            BigInteger digits = new BigInteger(precision, new java.util.Random(i)).mod(BigInteger.TEN.pow(precision));
            BigDecimal number = new BigDecimal(random.nextBoolean() ? digits : digits.negate(), scale);
            bytes.clear();
            LogDecimal.add(number, precision, scale, bytes);
            assertThat(LogDecimal.unscaled(bytes.toArray(), 0, precision, scale))
                    .as("%s as DECIMAL(%d,%d)", number, precision, scale)
                    .isEqualTo(number.unscaledValue());
        }
    }

    /**
     * DATETIME packed like in TIME_to_longlong_datetime_packed: year × 13 + month, then 5 bits of day, 5 of hour, 6 of minute and 6 of
     * second.
     */
    @ParameterizedTest
    @CsvSource({
        "2026-11-21 17:50:01,        false, 0, 99bb6b1c81",
        "2026-11-21 17:50:01.250000, false, 6, 99bb6b1c8103d090",
        "2026-11-21 17:50:01.25,     false, 2, 99bb6b1c8119",
        "0000-00-00 00:00:00,        false, 0, 8000000000",
        "2026-11-21,                 true,  0, 75d50f"
    })
    void writesDatesAndTimes(String text, boolean isDate, int scale, String expected) {
        LogTime.add(text, isDate, scale, bytes);
        assertThat(HexFormat.of().formatHex(bytes.toArray())).isEqualTo(expected);
    }

    @Test
    void writesTimestamps() {
        LogTime.addSeconds(new BigDecimal("1700000000.123456"), 6, bytes);
        assertThat(HexFormat.of().formatHex(bytes.toArray())).isEqualTo("6553f10001e240");
    }

    @Test
    void storesShortTextsAndHashesLongTexts() {
        ColumnFormat format = ShapeReader.format("varchar", "varchar(100)", 400, 0, 0, 0);
        assertThat(format.bytes()).isEqualTo(2);
        ColumnFormat.addText("sixteen letters!".getBytes(), 16, false, bytes);
        assertThat(bytes.length()).isEqualTo(17);
        assertThat(format.describe(bytes.toArray(), 0, false)).isEqualTo("'sixteen letters!'");
        bytes.clear();
        ColumnFormat.addText("seventeen letters".getBytes(), 17, false, bytes);
        assertThat(format.storedBytes(bytes.toArray(), 0, false)).isEqualTo(9);
        assertThat(format.describe(bytes.toArray(), 0, false)).startsWith("a text (hash ");
    }

    @ParameterizedTest
    @CsvSource({"tinyint, tinyint, -1, -1", "tinyint, tinyint unsigned, 255, 255", "int, int, -5, -5"})
    void readsWholeNumbers(String type, String columnType, long number, long expected) {
        ColumnFormat format = ShapeReader.format(type, columnType, 0, 10, 0, 0);
        bytes.addLittleEndian(number, format.bytes());
        assertThat(format.number(bytes.toArray(), 0)).isEqualTo(expected);
        assertThat(format.describe(bytes.toArray(), 0, false)).isEqualTo(Long.toString(expected));
    }
}
