// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

/** The lines of one order. The arrays are reused for each order. */
final class OrderLines {

    /** An item number that does not exist. */
    static final int UNUSED_ITEM = Scale.ITEMS + 1;

    final int[] items = new int[Scale.MAX_LINES];
    final int[] suppliers = new int[Scale.MAX_LINES];
    final int[] quantities = new int[Scale.MAX_LINES];
    final long[] priceCents = new long[Scale.MAX_LINES];
    final int[] stock = new int[Scale.MAX_LINES];
    final String[] distInfo = new String[Scale.MAX_LINES];

    int count;

    /** All lines, or all except the last, whose item does not exist. */
    int validCount;

    boolean allLocal;

    /** 5 to 15 lines (2.4.1). 1 % of the lines are supplied by another warehouse. In 1 % of the orders, the last item does not exist. */
    void draw(Terminal terminal, int warehouse) {
        count = terminal.between(Scale.MIN_LINES, Scale.MAX_LINES);
        validCount = terminal.withProbability(1) ? count - 1 : count;
        allLocal = true;
        for (int line = 0; line < validCount; line++) {
            boolean isRemote = terminal.withProbability(1);
            int supplierWarehouse = isRemote ? terminal.otherWarehouse(warehouse) : warehouse;
            allLocal &= supplierWarehouse == warehouse;
            insert(line, supplierWarehouse, drawItemNotInOrder(terminal, line));
        }
        for (int line = 0; line < count; line++) {
            quantities[line] = terminal.between(1, 10);
        }
        if (validCount < count) {
            items[validCount] = UNUSED_ITEM;
            suppliers[validCount] = warehouse;
        }
    }

    private int drawItemNotInOrder(Terminal terminal, int lineCount) {
        while (true) {
            int candidate = terminal.item();
            boolean isDuplicate = false;
            for (int line = 0; line < lineCount; line++) {
                isDuplicate |= items[line] == candidate;
            }
            if (!isDuplicate) {
                return candidate;
            }
        }
    }

    /** Keeps the order of stock's primary key, because locking in this order avoids deadlocks. */
    private void insert(int lineCount, int supplierWarehouse, int newItem) {
        int index = lineCount;
        while (index > 0
                && (suppliers[index - 1] > supplierWarehouse
                        || suppliers[index - 1] == supplierWarehouse && items[index - 1] > newItem)) {
            suppliers[index] = suppliers[index - 1];
            items[index] = items[index - 1];
            index--;
        }
        suppliers[index] = supplierWarehouse;
        items[index] = newItem;
    }

    /** Returns -1 if no valid line has the item. */
    int lineOf(int itemNumber) {
        for (int line = 0; line < validCount; line++) {
            if (items[line] == itemNumber) {
                return line;
            }
        }
        return -1;
    }

    /** Returns the first later line with another supplying warehouse, or the number of valid lines. */
    int nextSupplierLine(int line) {
        int nextLine = line + 1;
        while (nextLine < validCount && suppliers[nextLine] == suppliers[line]) {
            nextLine++;
        }
        return nextLine;
    }

    /** If fewer than 10 would remain, 91 are added (2.4.2.2). */
    static int stockAfter(int stock, int ordered) {
        return stock - ordered >= 10 ? stock - ordered : stock - ordered + 91;
    }
}
