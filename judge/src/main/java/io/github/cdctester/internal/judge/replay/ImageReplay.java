// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.internal.judge.verify.Incidents;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Applies transactions to the image, and finds contradictions. The image follows the stream even if that is wrong, so that one
 * fault is not reported repeatedly. Confined to the reader's thread.
 */
final class ImageReplay {

    /** Number of earlier changes of a transaction that are searched for a repeated one. */
    private static final int NEAR = 1_000;

    private final BalanceCheck balances;
    private final boolean mayBeOlder;
    private final RecentTransactions recent = new RecentTransactions();
    private final OpenGaps gaps = new OpenGaps();

    private long transactions;
    private long changes;
    private Incidents torn = Incidents.NONE;
    private Incidents repeated = Incidents.NONE;
    private Incidents repeatedUnkeyed = Incidents.NONE;
    private Incidents late = Incidents.NONE;

    /**
     * @param mayBeOlder whether a change may come that was made before the image was taken, which happens if heartbeats mark the place
     */
    ImageReplay(BalanceCheck balances, boolean mayBeOlder) {
        this.balances = balances;
        this.mayBeOlder = mayBeOlder;
    }

    /** Applies a transaction. {@code changed} contains its changes to rows of the tables, at least one. */
    void transaction(List<RowChange> changed, Supplier<String> place) {
        transactions++;
        changes += changed.size();
        long fingerprint = RowChange.fingerprint(changed);
        if (recent.contains(fingerprint)) {
            if (!fits(changed)) {
                repeated = repeated.and(() -> place.get() + " changes rows again as a transaction before it did");
                return;
            }
            if (changed.stream().noneMatch(change -> change.image().shape().hasKey())) {
                repeatedUnkeyed = repeatedUnkeyed.and(place);
            }
        }
        recent.add(fingerprint);
        boolean fillsAGap = false;
        RowChange twice = null;
        for (int i = 0; i < changed.size(); i++) {
            RowChange change = changed.get(i);
            if (isLate(change)) {
                fillsAGap = true;
            } else if (change.image().holds(change.key(), change.before())) {
                change.image().change(change.key(), change.before(), change.after());
            } else if (!(mayBeOlder && change.image().holds(change.key(), change.after()))) {
                if (isAmong(changed, i)) {
                    twice = change;
                } else {
                    openGap(change, place);
                }
            }
        }
        if (twice != null) {
            String row = twice.row();
            repeated = repeated.and(() -> place.get() + " has the same change twice, " + row);
            return; // so that a sum which it breaks has been accounted for
        }
        String broken = balances.brokenBy(changed);
        if (broken != null) {
            torn = torn.and(() -> place.get() + " breaks " + broken);
        }
        if (fillsAGap) {
            late = late.and(() -> place.get() + " comes behind a transaction that began with what it left");
        }
    }

    /** A change that fits is in its place; but an insert fits as well where the row has been deleted before it came. */
    private boolean isLate(RowChange change) {
        if (gaps.isEmpty()) {
            return false;
        }
        boolean fits = change.image().holds(change.key(), change.before());
        return fits ? change.before() == null && gaps.isFilledBy(change, true) : gaps.isFilledBy(change, false);
    }

    private static boolean isAmong(List<RowChange> changed, int index) {
        for (int i = Math.max(0, index - NEAR); i < index; i++) {
            if (changed.get(i).isSameAs(changed.get(index))) {
                return true;
            }
        }
        return false;
    }

    private void openGap(RowChange change, Supplier<String> place) {
        byte[] expected = change.image().row(change.key());
        gaps.open(
                change,
                expected,
                place.get() + ", " + change.row() + ": "
                        + change.image().shape().difference(expected, change.before()));
        change.image().change(change.key(), change.image().shape().hasKey() ? change.before() : null, change.after());
    }

    /** Returns true if all rows are as the transaction begins with; rows that it changes twice count once. */
    private static boolean fits(List<RowChange> changed) {
        Set<List<Object>> seen = new HashSet<>();
        for (RowChange change : changed) {
            boolean isFirst = seen.add(List.of(change.image(), ByteBuffer.wrap(change.key())));
            if (isFirst && !change.image().holds(change.key(), change.before())) {
                return false;
            }
        }
        return true;
    }

    ReplayFindings findings() {
        return new ReplayFindings(
                transactions, changes, torn, repeated, repeatedUnkeyed, late, Incidents.of(gaps.count(), gaps.first()));
    }

    /** Remembers the latest transactions by their fingerprints: one in each place, some hundred thousand in all, in 1 MB. */
    static final class RecentTransactions {

        private static final int PLACES = 1 << 17;

        private final long[] fingerprints = new long[PLACES];

        boolean contains(long fingerprint) {
            return fingerprints[place(fingerprint)] == fingerprint;
        }

        void add(long fingerprint) {
            fingerprints[place(fingerprint)] = fingerprint;
        }

        private static int place(long fingerprint) {
            return (int) (fingerprint >>> 40) & PLACES - 1;
        }
    }

    /**
     * The findings of a replay.
     *
     * @param transactions transactions that changed rows of the tables
     * @param changes rows that they changed
     * @param torn transactions that change a constant sum
     * @param repeated repeated transactions, and transactions with a repeated change
     * @param repeatedUnkeyed apparently repeated transactions of indistinguishable rows: the final comparison decides
     * @param late transactions that arrived after a dependent one
     * @param gaps rows whose state changed without a change in the stream
     */
    record ReplayFindings(
            long transactions,
            long changes,
            Incidents torn,
            Incidents repeated,
            Incidents repeatedUnkeyed,
            Incidents late,
            Incidents gaps) {}
}
