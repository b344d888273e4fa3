// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** TPC-C tests on shared warehouses. Tests that need fresh data run first, and tests that damage the data run last. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(180)
abstract class TpccContract extends TpccCountsContract {

    private static final List<String> TABLES = List.of(
            "customer", "district", "history", "item", "new_order", "order_line", "orders", "stock", "warehouse");

    @Test
    @Order(1)
    void loadHasSpecifiedRows() {
        assertThat(server.queryRows("SHOW TABLES").stream().map(row -> row.get(0)))
                .containsExactlyInAnyOrderElementsOf(TABLES);
        assertThat(server.tableComments()).containsExactly("made by cdc-tester");
        assertThat(rows("warehouse")).isEqualTo(warehouses());
        assertThat(rows("district")).isEqualTo(10L * warehouses());
        assertThat(rows("customer")).isEqualTo(30_000L * warehouses());
        assertThat(rows("history")).isEqualTo(30_000L * warehouses());
        assertThat(rows("orders")).isEqualTo(30_000L * warehouses());
        assertThat(rows("new_order")).isEqualTo(9_000L * warehouses());
        assertThat(rows("order_line")).isBetween(297_000L * warehouses(), 303_000L * warehouses());
        assertThat(rows("stock")).isEqualTo(100_000L * warehouses());
        assertThat(rows("item")).isEqualTo(100_000);
        assertThat(reportedRows).isEqualTo(reportedTotal).isEqualTo(100_000 + 499_011L * warehouses());
    }

    @Test
    @Order(1)
    void loadHasSpecifiedValues() {
        assertThat(server.queryRows(
                        "SELECT DISTINCT w_ytd, d_ytd, d_next_o_id FROM warehouse JOIN district ON d_w_id = w_id"))
                .containsExactly(List.of("300000.00", "30000.00", "3001"));
        assertThat(server.queryRows("SELECT DISTINCT c_balance, c_ytd_payment, c_payment_cnt, c_delivery_cnt, c_middle,"
                        + " c_credit_lim FROM customer"))
                .containsExactly(List.of("-10.00", "10.00", "1", "0", "OE", "50000.00"));
        assertThat(server.queryNumber("SELECT COUNT(*) FROM customer WHERE c_credit = 'BC'"))
                .isBetween(2_700L * warehouses(), 3_300L * warehouses());
        assertThat(server.queryNumber("SELECT COUNT(*) FROM item WHERE i_data LIKE '%ORIGINAL%'"))
                .isBetween(9_500L, 10_500L);
        assertThat(server.queryNumber("SELECT COUNT(*) FROM item WHERE i_price < 1 OR i_price > 100"))
                .isZero();
        assertThat(server.queryNumber("SELECT COUNT(*) FROM stock WHERE s_quantity NOT BETWEEN 10 AND 100"))
                .isZero();
        assertThat(server.queryNumber(
                        "SELECT COUNT(DISTINCT c_last) FROM customer WHERE c_w_id = 1 AND c_d_id = 4 AND c_id <= 1000"))
                .isEqualTo(1_000);
        assertThat(server.queryNumber("SELECT COUNT(DISTINCT o_w_id, o_d_id, o_c_id) FROM orders"))
                .isEqualTo(30_000L * warehouses());
        assertThat(server.queryNumber(
                        "SELECT COUNT(*) FROM order_line WHERE (ol_o_id < 2101) <> (ol_delivery_d IS NOT NULL)"
                                + " OR (ol_o_id < 2101) <> (ol_amount = 0)"))
                .isZero();
        assertThat(server.queryNumber(
                        "SELECT COUNT(*) FROM orders JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id"
                                + " AND ol_o_id = o_id WHERE o_id < 2101 AND ol_delivery_d <> o_entry_d"))
                .isZero();
    }

    @Test
    @Order(1)
    void allTwelveConditionsHoldAfterLoad() {
        assertThat(checksAfterLoad).hasSize(12).allMatch(Check::held).allMatch(check -> check.offender() == null);
        for (int number = 1; number <= 12; number++) {
            assertThat(checksAfterLoad.get(number - 1).expression())
                    .startsWith("3.3.2." + number + " after the load: ");
        }
    }

    @Test
    @Order(3)
    void streamIsCompleteAndConditionsHold() {
        long ordersBefore = server.queryNumber("SELECT SUM(d_next_o_id) FROM district");
        RunResult result = RoundTripChecks.run(plan().load(openLoop(8, perSecond(200)))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(3), 0, Duration.ofSeconds(30)))
                .checkConsistency());

        WriteSummary write = result.summary().write();
        Map<String, Long> kinds = write.transactionsByKind();
        assertThat(kinds).containsOnlyKeys(Tpcc.TRANSACTIONS);
        assertThat(write.errorsPerCode().keySet()).isSubsetOf(1213, 1205, 1020);
        assertThat(write.logged())
                .isEqualTo(kinds.get("new_order") - write.rolledBack() + kinds.get("payment") + kinds.get("delivery"))
                .isPositive();
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(write.logged());
        assertThat(result.verdict().committed()).isEqualTo(write.logged());
        assertThat(result.notes()).extracting(Note::code).doesNotContain(Code.OTHERS_WROTE);
        assertThat(result.checks()).hasSize(11).allMatch(Check::held);
        assertThat(result.checks()).extracting(Check::expression).noneMatch(text -> text.startsWith("3.3.2.11"));

        long orderCount = server.queryNumber("SELECT SUM(d_next_o_id) FROM district") - ordersBefore;
        assertThat(orderCount).isEqualTo(kinds.get("new_order") - write.rolledBack());
        assertThat(write.newOrdersPerMinute())
                .isEqualTo(60 * orderCount / result.summary().seconds());
        assertThat(write.newOrderEfficiencyPercent()).isNull();
    }

    @Test
    @Order(4)
    void newOrderHasSpecifiedStatements() {
        RunResult result = RoundTripChecks.run(plan(200, 1, 1, 0, 0, 0, 0));

        WriteSummary write = result.summary().write();
        long lines = server.queryNumber("SELECT SUM(o_ol_cnt) FROM orders WHERE o_id > 3000 AND o_carrier_id IS NULL");
        assertThat(lines).isPositive();
        assertThat(write.transactions()).isEqualTo(200);
        assertThat(write.other()).as("COMMIT and ROLLBACK").isEqualTo(200);
        // one read each: customer, items, stock of each supplying warehouse, district
        assertThat(write.reads()).isBetween(4 * 200L, warehouses() == 1 ? 4 * 200L : 5 * 200L);
        // one write per line for stock; one each for district, orders, new_order and all order lines
        assertThat(write.writes()).isBetween((5L + 4 - 1) * 200, (15L + 4) * 200);
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(200 - write.rolledBack());
    }

    @Test
    @Order(4)
    void readOnlyTransactionsAreNotInStream() {
        RunResult result = RoundTripChecks.run(plan(60, 2, 0, 0, 1, 0, 1));

        assertThat(result.summary().write().transactions()).isEqualTo(60);
        assertThat(result.summary().write().writes()).isZero();
        assertThat(result.summary().write().logged()).isZero();
        assertThat(transactionsWithoutHeartbeats(result)).isZero();
    }

    @Test
    @Order(4)
    void deckDeterminesTransactionMix() {
        RunResult result = RoundTripChecks.run(plan().workload(workload().mix(Tpcc.Mix.DECK))
                .load(closedLoop(1))
                .window(events(46)));

        assertThat(result.summary().write().transactionsByKind())
                .isEqualTo(Map.of(
                        "new_order", 20L, "payment", 20L, "order_status", 2L, "delivery", 2L, "stock_level", 2L));
    }

    @Test
    @Order(4)
    void deliveriesOfWarehouseTakeDifferentOrders() {
        long ordersBefore = rows("new_order");
        RunResult result = RoundTripChecks.run(plan(40, 8, 0, 0, 0, 1, 0).checkConsistency());

        assertThat(result.summary().write().logged()).isEqualTo(40);
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(40);
        assertThat(rows("new_order")).isEqualTo(ordersBefore - 400);
        assertThat(result.checks()).allMatch(Check::held);
    }

    @Test
    @Order(4)
    void rejectsAndKeepsExistingTables() {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> plan().prepare())
                .withMessageContaining("table warehouse exists already")
                .withMessageContaining("cleanup");
        assertThat(server.queryRows("SHOW TABLES")).hasSize(9);
    }

    @Test
    @Order(4)
    void rejectsMoreWarehousesThanLoaded() {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(
                        () -> plan().workload(Tpcc.warehouses(warehouses() + 1)).run())
                .withMessageContaining(
                        "--warehouses is " + (warehouses() + 1) + ", but the tables have " + warehouses());
    }

    /** Loading the tables again would take too long. */
    @Test
    @Order(5)
    void judgesConsumerByStampsOfAllTables() {
        PlanBuilder stampedPlan = plan().workload(workload().stamp(true)).window(events(300));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(stampedPlan::run)
                .withMessageContaining("warehouse has no columns cdc_seq and cdc_at for stamps: drop the tables");
        List<String> writtenTables =
                TABLES.stream().filter(table -> !table.equals("item")).toList();
        writtenTables.forEach(table -> server.execute(
                "ALTER TABLE " + table + " ADD COLUMN " + RowStamp.DEFINITION.replace(", ", ", ADD COLUMN ")));

        ConsumerProbe probe = ConsumerProbe.named("connector");
        RunResult result;
        try (ConnectorConsumer consumer = ConnectorConsumer.follow(server, probe, Identity.ROW, number -> false)) {
            assertThat(consumer).isNotNull();
            result = RoundTripChecks.run(stampedPlan.consumer(probe).checkConsistency());
        }
        ConsumerResult consumerResult = result.consumers().get(0);
        assertThat(consumerResult.verdict().status())
                .as(consumerResult.toString())
                .isEqualTo(Status.LOSSLESS);
        assertThat(consumerResult.identity()).isEqualTo(Identity.ROW);
        assertThat(consumerResult.transactions())
                .as("each transaction has a stamped row")
                .isEqualTo(result.summary().write().logged());
        assertThat(consumerResult.stray()).isZero();
        assertThat(result.checks()).allMatch(Check::held);
        assertThat(writtenTables).allMatch(table -> server.queryNumber("SELECT MAX(cdc_seq) FROM " + table) > 0);
    }

    @Test
    @Order(6)
    void emptyDeliveriesAreNotInStream() {
        server.execute("DELETE FROM new_order WHERE no_d_id > 1");
        RunResult oneDistrictResult = RoundTripChecks.run(plan(3, 1, 0, 0, 0, 1, 0));
        assertThat(transactionsWithoutHeartbeats(oneDistrictResult)).isEqualTo(3);
        assertThat(oneDistrictResult.summary().write().logged()).isEqualTo(3);

        server.execute("DELETE FROM new_order");
        RunResult noDistrictResult = RoundTripChecks.run(plan(5, 2, 0, 0, 0, 1, 0));
        assertThat(transactionsWithoutHeartbeats(noDistrictResult)).isZero();
        assertThat(noDistrictResult.summary().write().logged()).isZero();
        assertThat(noDistrictResult.summary().write().transactions()).isEqualTo(5);
    }

    @Test
    @Order(7)
    void cleanupDropsAllNineTables() {
        assertThat(plan().cleanup()).isEqualTo(9);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> plan().run())
                .withMessageContaining("warehouse")
                .withMessageContaining("'cdc-tester prepare --workload tpcc'");
    }

    @Test
    @Order(8)
    void stoppedLoadLeavesNoTables() {
        StopSignal stop = new StopSignal();
        List<String> columns = new ArrayList<>();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> plan().workload(workload().stamp(true))
                        .stopSignal(stop)
                        .listener(new RunListener() {
                            @Override
                            public synchronized void rows(
                                    long rowsDone, long rowsTotal) { // called by all loader threads
                                if (columns.isEmpty()) {
                                    server.queryRows("SHOW COLUMNS FROM new_order")
                                            .forEach(column -> columns.add(column.get(0)));
                                }
                                stop.raise();
                            }
                        })
                        .prepare())
                .withMessageContaining("stopped while preparing");
        assertThat(columns).containsExactly("no_o_id", "no_d_id", "no_w_id", "cdc_seq", "cdc_at");
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }
}
