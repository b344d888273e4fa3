// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 99, 100, 12_345, 1_000_000_000, Integer.MAX_VALUE, -1, -10, Integer.MIN_VALUE})
    void writesNumbersLikeJava(int number) {
        SqlText text = new SqlText(16);
        text.append(SqlText.ascii("a"));
        text.append(number);
        assertThat(text).hasToString("a" + number);
    }

    @Test
    void growsAndCanBeReset() {
        SqlText text = new SqlText(1);
        RowText values = new RowText(new SplittableRandom(3));
        for (int round = 0; round < 3; round++) {
            text.clear();
            text.append(SqlText.ascii("VALUES ("));
            text.appendC(values);
            text.append(SqlText.ascii(", "));
            text.appendPad(values);
            text.append(SqlText.ascii(")"));
            assertThat(text.toString()).matches("VALUES \\('\\d{11}(-\\d{11}){9}', '\\d{11}(-\\d{11}){4}'\\)");
            assertThat(text.length()).isEqualTo(text.toString().length());
        }
    }
}
