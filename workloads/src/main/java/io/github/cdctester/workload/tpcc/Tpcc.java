// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A workload like TPC-C: nine tables and five transactions with the specification's names, sizes and distributions. It is not an
 * audited TPC-C, and its results must not be called tpmC.
 *
 * @param warehouses the scale, 1 to {@value #MAX_WAREHOUSES}; a warehouse has about 500,000 rows and 100 MB
 * @param mix frequencies of the transactions
 * @param thinkTimes true if workers wait between transactions like the specification's terminals, for keying and thinking; each worker
 *     then keeps its home warehouse
 * @param randSeed seed of all random numbers; 0 for a new seed in each run
 * @param stamped true if rows of all tables except the read-only {@code item} have the columns {@code cdc_seq} and {@code cdc_at} after
 *     the specification's columns. They identify the last transaction that wrote the row.
 */
public record Tpcc(int warehouses, Mix mix, boolean thinkTimes, long randSeed, boolean stamped)
        implements WorkloadSpec {

    /** Maximum number of warehouses; their tables take about 10 TB. */
    public static final int MAX_WAREHOUSES = 100_000;

    /** The workload's name. */
    public static final String NAME = "tpcc";

    private static final String WAREHOUSES = "warehouses";

    /** Maximum rate of new orders per warehouse, with ten terminals and the specification's keying and think times. */
    private static final double MAX_ORDERS_PER_MINUTE = 12.86;

    /** The transactions' names, in the order of the weights. */
    public static final List<String> TRANSACTIONS =
            List.of("new_order", "payment", "order_status", "delivery", "stock_level");

    /**
     * The frequencies of the transactions.
     *
     * @param weights one number for each of {@link #TRANSACTIONS}, from 0 to 10,000, not all 0
     * @param deck true if the weights are numbers of cards in a deck, which each worker deals completely before it shuffles again;
     *     false for independent draws
     */
    public record Mix(List<Integer> weights, boolean deck) {

        /** 45 % new_order, 43 % payment and 4 % of each other transaction, drawn independently. */
        public static final Mix STANDARD = new Mix(List.of(45, 43, 4, 4, 4), false);

        /** The deck of 23 cards that the specification accepts: 10, 10, 1, 1, 1. */
        public static final Mix DECK = new Mix(List.of(10, 10, 1, 1, 1), true);

        private static final int MAX_WEIGHT = 10_000;

        /**
         * Checks the weights.
         *
         * @throws InvalidPlanException if the weights are not five numbers from 0 to 10,000, or are all 0
         */
        public Mix {
            weights = List.copyOf(weights);
            if (weights.size() != TRANSACTIONS.size()
                    || weights.stream().anyMatch(weight -> weight < 0 || weight > MAX_WEIGHT)
                    || weights.stream().allMatch(weight -> weight == 0)) {
                throw new InvalidPlanException(
                        "mix", weights, "five whole numbers from 0 to " + MAX_WEIGHT + ", not all 0");
            }
        }
    }

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if {@code warehouses} is out of range
     */
    public Tpcc {
        if (warehouses < 1 || warehouses > MAX_WAREHOUSES) {
            throw new InvalidPlanException("warehouses", warehouses, "a whole number from 1 to " + MAX_WAREHOUSES);
        }
    }

    /** Returns a workload of {@code count} warehouses with the standard mix and without think times. */
    public static Tpcc warehouses(int count) {
        return new Tpcc(count, Tpcc.Mix.STANDARD, false, 0, false);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> ownPace() {
        return thinkTimes ? Optional.of("thinkTimes") : Optional.empty();
    }

    @Override
    public Set<String> sweepable() {
        return Set.of(WAREHOUSES);
    }

    @Override
    public Tpcc swept(String property, double value) {
        return new Tpcc((int) value, mix, thinkTimes, randSeed, stamped);
    }

    @Override
    public TableLife tableLife(String property) {
        return property.equals(WAREHOUSES) ? TableLife.STEP : TableLife.SWEEP;
    }

    @Override
    public DisplayedSpec displayed() {
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        options.put(WAREHOUSES, warehouses);
        options.put("mix", mix.weights());
        options.put("deck", mix.deck());
        options.put("thinkTimes", thinkTimes);
        options.put("randSeed", randSeed);
        if (stamped) {
            options.put("stamp", true);
        }
        return new DisplayedSpec(NAME, options);
    }

    /** Returns the kind of new orders and, with think times, their maximum number per minute. */
    @Override
    public Optional<NewOrderRate> newOrders() {
        return Optional.of(
                new NewOrderRate(TRANSACTIONS.get(0), thinkTimes ? MAX_ORDERS_PER_MINUTE * warehouses : null));
    }

    /** Returns a copy with another mix. */
    public Tpcc mix(Mix newMix) {
        return new Tpcc(warehouses, newMix, thinkTimes, randSeed, stamped);
    }

    /** Returns a copy with or without waits for keying and thinking. */
    public Tpcc thinkTimes(boolean enabled) {
        return new Tpcc(warehouses, mix, enabled, randSeed, stamped);
    }

    /** Returns a copy with another seed of all random numbers; 0 for a new seed in each run. */
    public Tpcc randSeed(long seed) {
        return new Tpcc(warehouses, mix, thinkTimes, seed, stamped);
    }

    /**
     * Returns a copy with or without {@linkplain WorkloadSpec#stamped() stamped} rows. The tables must have been prepared with
     * the same setting.
     */
    public Tpcc stamp(boolean enabled) {
        return new Tpcc(warehouses, mix, thinkTimes, randSeed, enabled);
    }
}
