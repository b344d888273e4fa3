// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import java.util.SplittableRandom;

/** The random choices of one worker. Confined to its thread. */
final class Terminal {

    private final SplittableRandom random;
    private final NonUniform nonUniform;
    private final int warehouses;
    private final int fixedHomeWarehouse;

    /**
     * @param spec with think times, a terminal keeps its home warehouse (2.4.1.1); otherwise each transaction uses a random warehouse,
     *     so that a few workers use all data
     * @param worker from 0
     */
    Terminal(Tpcc spec, int worker, SplittableRandom random, NonUniform.Constants constants) {
        this.random = random;
        warehouses = spec.warehouses();
        fixedHomeWarehouse = spec.thinkTimes() ? worker % warehouses + 1 : 0;
        nonUniform = new NonUniform(random, constants);
    }

    int homeWarehouse() {
        return fixedHomeWarehouse == 0 ? between(1, warehouses) : fixedHomeWarehouse;
    }

    /** Returns the same warehouse if there is only one. */
    int otherWarehouse(int warehouse) {
        if (warehouses == 1) {
            return warehouse;
        }
        int otherNumber = between(1, warehouses - 1);
        return otherNumber < warehouse ? otherNumber : otherNumber + 1;
    }

    int district() {
        return between(1, Scale.DISTRICTS);
    }

    int customer() {
        return nonUniform.customer();
    }

    String lastName() {
        return NonUniform.LastNames.of(nonUniform.lastName());
    }

    int item() {
        return nonUniform.item();
    }

    int between(int lowest, int highest) {
        return random.nextInt(lowest, highest + 1);
    }

    boolean withProbability(int percent) {
        return random.nextInt(100) < percent;
    }
}
