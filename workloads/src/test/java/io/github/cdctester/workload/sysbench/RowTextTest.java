// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowTextTest {

    private final RowText text = new RowText(new SplittableRandom(1));

    @Test
    void hasSysbenchDigitGroups() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(c()).hasSize(119).matches("\\d{11}(-\\d{11}){9}");
            assertThat(string(text.pad())).hasSize(59).matches("\\d{11}(-\\d{11}){4}");
        }
    }

    @Test
    void drawsDistinctTexts() {
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            texts.add(c());
        }
        assertThat(texts).hasSize(10_000);
    }

    @Test
    void digitsAreEvenlyDistributed() {
        int[][] counts = new int[119][128];
        for (int i = 0; i < 20_000; i++) {
            String c = c();
            for (int position = 0; position < 119; position++) {
                counts[position][c.charAt(position)]++;
            }
        }
        for (int position = 0; position < 119; position++) {
            for (char digit = '0'; digit <= '9' && position % 12 != 11; digit++) {
                assertThat(counts[position][digit])
                        .as("%s at position %d", digit, position)
                        .isBetween(1_700, 2_300);
            }
        }
    }

    private String c() {
        return string(text.c());
    }

    private String string(int length) {
        return new String(text.bytes(), 0, length, StandardCharsets.US_ASCII);
    }
}
