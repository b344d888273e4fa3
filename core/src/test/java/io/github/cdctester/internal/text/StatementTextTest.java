// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTextTest {

    private static final byte[] DIGITS = StatementText.ascii("0123456789");

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                9,
                10,
                99,
                100,
                12_345,
                1_000_000_000,
                Integer.MAX_VALUE,
                -1,
                -10,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                -Long.MAX_VALUE
            })
    void writesNumbersLikeJava(long number) {
        StatementText text = new StatementText(16);
        text.append(StatementText.ascii("a"));
        text.append(number);
        assertThat(text).hasToString("a" + number);
    }

    @Test
    void setsParametersOfTemplate() {
        byte[][] update = StatementText.pieces("UPDATE t? SET c=? WHERE id=?");
        byte[][] commit = StatementText.pieces("COMMIT");
        StatementText text = new StatementText(1);
        for (int round = 0; round < 3; round++) {
            text.clear();
            text.template(update);
            text.number(7);
            text.text(DIGITS, 2, 3);
            text.number(-12);
            assertThat(text).hasToString("UPDATE t7 SET c='234' WHERE id=-12");
            assertThat(text.length()).isEqualTo(text.toString().length());
            text.clear();
            text.template(commit);
            assertThat(text).hasToString("COMMIT");
        }
    }

    @Test
    void reservesBytesBeforeStatement() {
        StatementText text = new StatementText(0);
        text.skip(5);
        text.template(StatementText.pieces("BEGIN"));
        assertThat(text.length()).isEqualTo(10);
        assertThat(text.toString()).endsWith("BEGIN");
        assertThat(text.bytes()).hasSizeGreaterThanOrEqualTo(10);
    }

    @Test
    void allocatesNothingPerStatement() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[][] insert = StatementText.pieces("INSERT INTO t VALUES (?, ?)");
        StatementText text = new StatementText(64);
        long allocated = 0;
        for (int round = 0; round < 2; round++) { // the first round loads classes
            long bytesBefore =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < 100_000; i++) {
                text.clear();
                text.template(insert);
                text.number(i);
                text.text(DIGITS, 0, DIGITS.length);
            }
            allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytesBefore;
        }
        assertThat(allocated).as("bytes for 100,000 statements").isLessThan(100_000);
        assertThat(text).hasToString("INSERT INTO t VALUES (99999, '0123456789')");
    }
}
