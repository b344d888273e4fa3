// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.StoredOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Transfers of money between accounts: transactions that do not change the sum of all balances.
 *
 * @param accounts rows of the table {@code accounts}, from 2
 * @param transfers number of amounts that one transaction moves, 1 to {@value #MAX_TRANSFERS}, each from one account to another
 * @param random the distribution of accounts
 * @param sending the way to send statements
 * @param stamped true if rows have the columns {@code cdc_seq} and {@code cdc_at}, which identify the last transaction that wrote
 *     the row
 */
public record Transfers(int accounts, int transfers, RandomNumbers random, StatementSending sending, boolean stamped)
        implements WorkloadSpec {

    /** The workload's name. */
    public static final String NAME = "transfer";

    /** Maximum number of amounts that one transaction moves. */
    public static final int MAX_TRANSFERS = 1_000;

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if a number is out of range, or statements would commit separately
     */
    public Transfers {
        if (accounts < 2) {
            throw new InvalidPlanException("accounts", accounts, "a whole number from 2");
        }
        if (transfers < 1 || transfers > MAX_TRANSFERS) {
            throw new InvalidPlanException("transfers", transfers, "a whole number from 1 to " + MAX_TRANSFERS);
        }
        if (sending.skipTrx()) {
            throw new InvalidPlanException("skipTrx", "on", "off with transfer: a transfer is one transaction");
        }
    }

    /**
     * Returns transactions of one transfer each, between {@code count} accounts with equal probability.
     *
     * @param count number of accounts, from 2
     */
    public static Transfers between(int count) {
        return new Transfers(count, 1, RandomNumbers.DEFAULT, StatementSending.DEFAULT, false);
    }

    @Override
    public String name() {
        return NAME;
    }

    /** The options for random numbers and for sending statements have sysbench's names. */
    @Override
    public DisplayedSpec displayed() {
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        options.put("accounts", accounts);
        options.put("transfers", transfers);
        StoredOptions.put(options, random);
        StoredOptions.put(options, sending);
        if (stamped) {
            options.put("stamp", true);
        }
        return new DisplayedSpec(NAME, options);
    }

    /** Returns a copy with another number of accounts, from 2. */
    public Transfers accounts(int count) {
        return new Transfers(count, transfers, random, sending, stamped);
    }

    /** Returns a copy with another number of amounts per transaction, 1 to {@value #MAX_TRANSFERS}. */
    public Transfers transfers(int count) {
        return new Transfers(accounts, count, random, sending, stamped);
    }

    /** Returns a copy with another distribution of accounts, seed and parameters. */
    public Transfers random(RandomNumbers replacement) {
        return new Transfers(accounts, transfers, replacement, sending, stamped);
    }

    /** Returns a copy with another way to send statements. Separate commits are rejected. */
    public Transfers sending(StatementSending replacement) {
        return new Transfers(accounts, transfers, random, replacement, stamped);
    }

    /**
     * Returns a copy with or without {@linkplain WorkloadSpec#stamped() stamped} rows. The tables must have been prepared with
     * the same setting.
     */
    public Transfers stamp(boolean enabled) {
        return new Transfers(accounts, transfers, random, sending, enabled);
    }
}
