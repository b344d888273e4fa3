// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

/** Numbers of rows (TPC-C 1.2, 4.3). */
final class Scale {

    static final int ITEMS = 100_000;
    static final int DISTRICTS = 10;

    /** Per district. Each customer initially has one row of history and one order. */
    static final int CUSTOMERS = 3_000;

    /** This order and all later orders of a district are in new_order after the load. */
    static final int FIRST_UNDELIVERED = 2_101;

    static final int MIN_LINES = 5;
    static final int MAX_LINES = 15;

    private static final long MEAN_LINES = (MIN_LINES + MAX_LINES) / 2;

    private Scale() {}

    /** Expected for all tables after a load. The number of order lines is random. */
    static long rows(int warehouses) {
        long customers = (long) DISTRICTS * CUSTOMERS;
        long undeliveredOrders = (long) DISTRICTS * (CUSTOMERS - FIRST_UNDELIVERED + 1);
        // customer, history and orders have one row per customer
        long perWarehouse = 1 + DISTRICTS + ITEMS + 3 * customers + undeliveredOrders + MEAN_LINES * customers;
        return ITEMS + warehouses * perWarehouse;
    }
}
