// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.BulkStatements;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import io.github.cdctester.workload.transfer.Transfers;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that several processes fill tables with the same rows as a single process. */
class DividedWorkloadsTest {

    private static final int MAX_PIECES = 17;

    static Stream<WorkloadSpec> workloads() {
        return Stream.of(
                Sysbench.oltpReadWrite().tables(2).tableSize(2_001).random(RandomNumbers.DEFAULT.seed(5)),
                Sysbench.oltpInsert().tables(3).tableSize(500).autoInc(false),
                Tpcc.warehouses(1).randSeed(6),
                Transfers.between(30_001),
                Scripted.yaml("own", """
                    tables:
                      one: {columns: {id: INT}, rows: 10001, values: {id: {sequence: 1}}}
                      none: {columns: {id: INT}}
                      two: {columns: {id: INT}, rows: 3, values: {id: {uniform: 1..1000000}}}
                    transactions:
                      change: {statements: [DELETE FROM none]}
                    """).randSeed(7));
    }

    /** A piece of a step: hash code and length of its statements, and number of its rows. */
    private record FilledPiece(int hash, int characters, long rows) {
        static FilledPiece of(WorkloadSpec spec, int step, int piece) throws SQLException, InterruptedException {
            List<String> sentStatements = new ArrayList<>();
            Statement statement = (Statement) Proxy.newProxyInstance(
                    Statement.class.getClassLoader(), new Class<?>[] {Statement.class}, (self, method, arguments) -> {
                        if (method.getName().startsWith("execute")) {
                            sentStatements.add((String) arguments[0]);
                            return method.getReturnType() == boolean.class ? (Object) false : (Object) 1;
                        }
                        return null;
                    });
            long[] rows = new long[1];
            filling(spec)
                    .steps("2026-01-02 03:04:05")
                    .get(step)
                    .piece()
                    .fill(piece, BulkStatements.of(statement), () -> {}, addedRows -> rows[0] += addedRows);
            return new FilledPiece(
                    sentStatements.hashCode(),
                    sentStatements.stream().mapToInt(String::length).sum(),
                    rows[0]);
        }
    }

    private static TableFilling filling(WorkloadSpec spec) {
        return ((DividedWorkload) Workloads.workloadOf(spec)).filling(5);
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void pieceIsEqualInEachProcess(WorkloadSpec spec) throws SQLException, InterruptedException {
        List<TableFilling.Step> steps = filling(spec).steps("");
        for (int step = 0; step < steps.size(); step++) {
            int pieceCount = steps.get(step).pieces();
            for (int piece = pieceCount - 1; piece >= 0; piece -= Math.max(1, pieceCount / MAX_PIECES)) {
                assertThat(FilledPiece.of(spec, step, piece))
                        .as("piece %d of step %d", piece, step)
                        .isEqualTo(FilledPiece.of(spec, step, piece))
                        .satisfies(filledPiece ->
                                assertThat(filledPiece.characters()).isPositive());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void piecesContainAllRows(WorkloadSpec spec) throws SQLException, InterruptedException {
        TableFilling filling = filling(spec);
        if (spec instanceof Tpcc) { // the number of lines of an order is random
            assertThat(filling.steps("").get(0).pieces()).isEqualTo(10 + 31);
            return;
        }
        long rows = 0;
        List<TableFilling.Step> steps = filling.steps("");
        for (int step = 0; step < steps.size(); step++) {
            for (int piece = 0; piece < steps.get(step).pieces(); piece++) {
                rows += FilledPiece.of(spec, step, piece).rows();
            }
        }
        assertThat(rows).isEqualTo(filling.rows());
    }

    @Test
    void splitsTablesIfThreadsAreTwiceAsMany() {
        DividedWorkload workload = (DividedWorkload)
                Workloads.workloadOf(Sysbench.oltpReadOnly().tables(2).tableSize(100));
        assertThat(IntStream.of(1, 2, 3, 4, 7)
                        .map(threads ->
                                workload.filling(threads).steps("").get(0).pieces()))
                .containsExactly(2, 2, 2, 4, 6);
        assertThat(workload.filling(7).steps("").get(1).pieces()).as("indexes").isEqualTo(2);
    }
}
