// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.binlog.rows.RowTableParser;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggedStampsTest {

    private static final long DAY_MICROS = 86_400_000_000L;
    private static final long STAMP =
            new Stamps(Stamps.NO_SINK, 1_795_849_417_000_000L).writer(null).sequence();

    /** Within a week of the stamp. Other tests in this JVM may have created stamps before. */
    private static final long NOW = LongStream.iterate(1_700_000_000_000_000L, micros -> micros + DAY_MICROS)
            .limit(20_000)
            .filter(micros -> Stamps.isOfRunAt(STAMP, micros))
            .findFirst()
            .orElseThrow();

    private static RowTable table(int numberCount) {
        ByteBuffer bytes = ByteBuffer.allocate(64);
        bytes.put(new byte[] {1, 's', 0, 1, 't', 0, (byte) numberCount});
        for (int i = 0; i < numberCount; i++) {
            bytes.put((byte) 8);
        }
        bytes.put(new byte[] {0, 0});
        return Objects.requireNonNull(RowTableParser.parse(1, bytes, 0, bytes.position()));
    }

    /** MariaDB adds hidden columns after key, stamp and time for hash-based unique indexes. */
    @ParameterizedTest
    @CsvSource({"3, 1", "4, 1", "5, 1", "2, 0"})
    void findsStampsBeforeHiddenColumns(int numberCount, int stampCount) {
        LoggedStamps stamps = new ConsumerJudge(
                        List.of(ConsumerProbe.named("one")),
                        true,
                        true,
                        true,
                        true,
                        new LedgerMemory(1 << 20),
                        () -> NOW)
                .transactions()
                .loggedStamps();
        RowTable table = table(numberCount);
        ByteBuffer row = ByteBuffer.allocate(1 + numberCount * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        row.put((byte) 0);
        List.of(17L, STAMP, NOW, 0x9E37_79B9_7F4AL, 580L)
                .subList(0, numberCount)
                .forEach(row::putLong);

        assertThat(stamps.accepts(table)).isEqualTo(numberCount > 2);
        assertThat(stamps.onRow(table, RowKind.INSERT, row, 0, row.position())).isEqualTo(row.position());

        List<Long> foundStamps = new ArrayList<>();
        stamps.report((sequence, rows) -> foundStamps.add(sequence));
        assertThat(foundStamps).hasSize(stampCount).allMatch(sequence -> sequence == STAMP);
    }
}
