// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.internal.judge.verify.Incidents;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Applies transactions to copies of the tables (images) and finds contradictions. Applies contradicting changes, except
 * repetitions, so that one fault is not reported repeatedly. Confined to the reader's thread.
 */
final class ImageReplay {

    /** Repeated changes of one transaction are detected up to this distance, in changes. */
    private static final int MAX_DISTANCE = 1_000;

    private final BalanceCheck balances;
    private final boolean mayRepeatImage;
    private final RecentFingerprints recentFingerprints = new RecentFingerprints();
    private final OpenGaps gaps = new OpenGaps();

    private long transactions;
    private long changes;
    private Incidents torn = Incidents.NONE;
    private Incidents repeated = Incidents.NONE;
    private Incidents repeatedUnkeyed = Incidents.NONE;
    private Incidents late = Incidents.NONE;

    /** {@code mayRepeatImage} is true if the image may already include the stream's first changes. */
    ImageReplay(BalanceCheck balances, boolean mayRepeatImage) {
        this.balances = balances;
        this.mayRepeatImage = mayRepeatImage;
    }

    void applyTransaction(List<RowChange> rowChanges, Supplier<String> transactionName) {
        transactions++;
        changes += rowChanges.size();
        long fingerprint = RowChange.fingerprint(rowChanges);
        if (recentFingerprints.contains(fingerprint)) {
            if (!matchesImage(rowChanges)) {
                repeated = repeated.plusFault(
                        () -> transactionName.get() + " repeats the changes of an earlier transaction");
                return;
            }
            if (rowChanges.stream().noneMatch(change -> change.image().shape().hasKey())) {
                repeatedUnkeyed = repeatedUnkeyed.plusFault(transactionName);
            }
        }
        recentFingerprints.add(fingerprint);
        boolean fillsGap = false;
        RowChange repeatedChange = null;
        for (int i = 0; i < rowChanges.size(); i++) {
            RowChange change = rowChanges.get(i);
            if (fillGap(change)) {
                fillsGap = true;
            } else if (change.image().accepts(change.key(), change.before())) {
                change.image().change(change.key(), change.before(), change.after());
            } else if (!(mayRepeatImage && change.image().accepts(change.key(), change.after()))) {
                if (repeatsNearby(rowChanges, i)) {
                    repeatedChange = change;
                } else {
                    openGap(change, transactionName);
                }
            }
        }
        if (repeatedChange != null) {
            String row = repeatedChange.describeRow();
            repeated = repeated.plusFault(() -> transactionName.get() + " has the same change twice, " + row);
            return; // the repeated change also explains a broken sum
        }
        String broken = balances.describeBroken(rowChanges);
        if (broken != null) {
            torn = torn.plusFault(() -> transactionName.get() + " breaks " + broken);
        }
        if (fillsGap) {
            late = late.plusFault(
                    () -> transactionName.get() + " comes after a transaction that already used its result");
        }
    }

    /**
     * Returns true if the change filled a gap and therefore arrived late. A change that matches the image is in order, except an
     * insert: it also matches if a later delete of the row arrived first.
     */
    private boolean fillGap(RowChange change) {
        if (gaps.isEmpty()) {
            return false;
        }
        boolean matchesRow = change.image().accepts(change.key(), change.before());
        return matchesRow ? change.before() == null && gaps.fill(change, true) : gaps.fill(change, false);
    }

    private static boolean repeatsNearby(List<RowChange> rowChanges, int index) {
        for (int i = Math.max(0, index - MAX_DISTANCE); i < index; i++) {
            if (rowChanges.get(i).isSameAs(rowChanges.get(index))) {
                return true;
            }
        }
        return false;
    }

    private void openGap(RowChange change, Supplier<String> transactionName) {
        byte[] expected = change.image().row(change.key());
        gaps.open(
                change,
                expected,
                transactionName.get() + ", " + change.describeRow() + ": "
                        + change.image().shape().difference(expected, change.before()));
        change.image().change(change.key(), change.image().shape().hasKey() ? change.before() : null, change.after());
    }

    /** Compares only the first change of each row with the image. */
    private static boolean matchesImage(List<RowChange> rowChanges) {
        Set<List<Object>> rows = new HashSet<>();
        for (RowChange change : rowChanges) {
            boolean isFirst = rows.add(List.of(change.image(), ByteBuffer.wrap(change.key())));
            if (isFirst && !change.image().accepts(change.key(), change.before())) {
                return false;
            }
        }
        return true;
    }

    ReplayFindings findings() {
        return new ReplayFindings(
                transactions, changes, torn, repeated, repeatedUnkeyed, late, Incidents.of(gaps.count(), gaps.first()));
    }

    /** A 1 MB table of up to 131,072 recent transaction fingerprints. A new fingerprint replaces the previous one in its slot. */
    static final class RecentFingerprints {

        private static final int SLOTS = 1 << 17;

        private final long[] fingerprints = new long[SLOTS];

        boolean contains(long fingerprint) {
            return fingerprints[slot(fingerprint)] == fingerprint;
        }

        void add(long fingerprint) {
            fingerprints[slot(fingerprint)] = fingerprint;
        }

        private static int slot(long fingerprint) {
            return (int) (fingerprint >>> 40) & SLOTS - 1;
        }
    }

    /**
     * The findings of a replay.
     *
     * @param transactions transactions that changed rows of the tables
     * @param changes row changes in these transactions
     * @param torn transactions that change a sum that must stay constant
     * @param repeated repeated transactions, and transactions that contain a change twice
     * @param repeatedUnkeyed possibly repeated transactions on tables without a key; the final comparison decides
     * @param late transactions that arrived after a transaction that depends on them
     * @param gaps row states that no change in the stream explains
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
