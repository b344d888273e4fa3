// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workload files may draw only valid times for columns of type TIMESTAMP. */
class TimestampRangeTest {

    private static final String TRANSACTIONS = "transactions: {t: {statements: [SELECT 1]}}";

    private static Script read(String yaml) {
        return ScriptReader.read(Scripted.yaml("w", yaml));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "columns: {w: TIMESTAMP(3) NULL}    | {timestamp: 2020-01-01..2038-01-19} | 2038-01-19",
                "columns: {w: timestamp}            | {timestamp: 2020-01-01..2038-01-19T03:14:08} | 2038-01-19T03:14:08",
                "columns: {w: timestamp}            | {date: 1970-01-01..2020-01-01} | 1970-01-01",
                "columns: {w: timestamp}            | 2106-01-01 00:00:00 | 2106-01-01 00:00:00",
                "columns: {w: timestamp}            | {choice: [2020-01-01, '1969-12-31 23:59:59']} | 1969-12-31 23:59:59",
                "columns: {w: timestamp}            | {choice: {2039-01-01: 1}} | 2039-01-01",
                "create: 'CREATE TABLE t (a INT, `w` TIMESTAMP NOT NULL)' | {timestamp: 2020-01-01..2040-01-01} | 2040-01-01",
            })
    void rejectsTimesOutOfTimestampRange(String table, String value, String quotedTime) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() ->
                        read("tables: {t: {" + table + ", rows: 1, values: {w: " + value + "}}}\n" + TRANSACTIONS))
                .withMessageContaining("tables.t.values.w")
                .withMessageContaining("must be a time from 1970-01-01 00:00:01 to 2038-01-19 03:14:07 UTC")
                .withMessageContaining(quotedTime)
                .withMessageContaining("column w is a TIMESTAMP");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "columns: {w: TIMESTAMP}, rows: 1, values: {w: {timestamp: 1970-01-01T00:00:01..2038-01-19T03:14:07}}",
                "columns: {w: TIMESTAMP}, rows: 1, values: {w: null}",
                "columns: {w: DATETIME}, rows: 1, values: {w: {timestamp: 1000-01-01..9999-12-31}}",
                "create: 'CREATE TABLE t (w DATETIME, x TIMESTAMP)', rows: 1, values: {w: {timestamp: 2020-01-01..2040-01-01}}"
            })
    void acceptsTimesInRangeAndForOtherTypes(String table) {
        assertThat(read("tables: {t: {" + table + "}}\n" + TRANSACTIONS).tables())
                .hasSize(1);
    }
}
