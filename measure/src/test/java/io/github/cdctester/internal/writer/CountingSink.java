// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.workload.StatementTally;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public final class CountingSink implements WriteSink {

    public final AtomicInteger transactions = new AtomicInteger();
    public final AtomicInteger reconnects = new AtomicInteger();
    public final AtomicInteger renewals = new AtomicInteger();
    public final AtomicInteger unknownOutcomes = new AtomicInteger();
    public final AtomicInteger unfinished = new AtomicInteger();
    public final AtomicInteger unfinishedLogged = new AtomicInteger();
    public final AtomicInteger refusals = new AtomicInteger();
    public final AtomicLong longestNanos = new AtomicLong();
    public final AtomicLong lastIntendedNanos = new AtomicLong();
    public final ConcurrentLinkedQueue<Integer> errors = new ConcurrentLinkedQueue<>();

    @Override
    public void transaction(int kind, long intendedNanos, long startNanos, long endNanos, StatementTally tally) {
        transactions.incrementAndGet();
        lastIntendedNanos.set(intendedNanos);
        longestNanos.accumulateAndGet(endNanos - intendedNanos, Math::max);
    }

    @Override
    public void error(int code) {
        errors.add(code);
    }

    @Override
    public void transactionRefused(long fromNanos, long untilNanos) {
        refusals.incrementAndGet();
    }

    @Override
    public void reconnected() {
        reconnects.incrementAndGet();
    }

    @Override
    public void connectionRenewed() {
        renewals.incrementAndGet();
    }

    @Override
    public void transactionUnfinished(StatementTally tally) {
        unfinished.incrementAndGet();
        unfinishedLogged.addAndGet((int) tally.loggedTransactions());
    }

    @Override
    public void unknownOutcome() {
        unknownOutcomes.incrementAndGet();
    }
}
