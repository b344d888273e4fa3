// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.workload.Workload.Balance;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks that a transaction's row changes leave the given sums unchanged. */
final class BalanceCheck {

    /**
     * One table's contribution to a sum. Columns are indexes, or -1 if there is none. Without {@code column}, rows are counted.
     */
    private record Term(int balance, int firstGroupColumn, int secondGroupColumn, int column, long factor) {}

    private record Group(int balance, long first, long second) {}

    private final List<Balance> balances;
    private final int[] scales;
    private final Map<TableImage, List<Term>> terms = new HashMap<>();
    private final Map<Group, Long> sums = new HashMap<>();

    BalanceCheck(List<Balance> balances, Map<String, TableImage> images) {
        this.balances = List.copyOf(balances);
        scales = new int[balances.size()];
        for (int i = 0; i < scales.length; i++) {
            for (Balance.Term term : balances.get(i).terms()) {
                scales[i] = Math.max(scales[i], scaleOf(term, images));
            }
            for (Balance.Term term : balances.get(i).terms()) {
                TableImage image = image(term, images);
                TableShape shape = image.shape();
                String column = term.column();
                terms.computeIfAbsent(image, key -> new ArrayList<>())
                        .add(new Term(
                                i,
                                columnAt(term.groupedBy(), 0, shape),
                                columnAt(term.groupedBy(), 1, shape),
                                column == null ? -1 : shape.column(column),
                                term.sign() * powerOfTen(scales[i] - scaleOf(term, images))));
            }
        }
    }

    private static TableImage image(Balance.Term term, Map<String, TableImage> images) {
        return Objects.requireNonNull(images.get(term.table()), () -> "no table " + term.table() + " to add up");
    }

    private static int scaleOf(Balance.Term term, Map<String, TableImage> images) {
        TableShape shape = image(term, images).shape();
        String column = term.column();
        return column == null
                ? 0
                : shape.columns().get(shape.column(column)).format().scale();
    }

    private static int columnAt(List<String> groupedBy, int index, TableShape shape) {
        return index < groupedBy.size() ? shape.column(groupedBy.get(index)) : -1;
    }

    private static long powerOfTen(int digits) {
        return BigDecimal.ONE.movePointRight(digits).longValueExact();
    }

    /** Returns a description of one changed sum; {@code null} if all sums are unchanged. */
    @Nullable
    String describeBroken(List<RowChange> changes) {
        if (balances.isEmpty()) {
            return null;
        }
        sums.clear();
        for (RowChange change : changes) {
            List<Term> tableTerms = terms.get(change.image());
            if (tableTerms != null) {
                for (Term term : tableTerms) {
                    add(term, change.image().shape(), change.before(), -1);
                    add(term, change.image().shape(), change.after(), 1);
                }
            }
        }
        for (Map.Entry<Group, Long> sum : sums.entrySet()) {
            if (sum.getValue() != 0) {
                return describe(sum.getKey(), sum.getValue());
            }
        }
        return null;
    }

    private void add(Term term, TableShape shape, byte @Nullable [] row, int sign) {
        if (row == null) {
            return;
        }
        Group group = new Group(
                term.balance(),
                term.firstGroupColumn() < 0 ? 0 : shape.number(row, term.firstGroupColumn()),
                term.secondGroupColumn() < 0 ? 0 : shape.number(row, term.secondGroupColumn()));
        long value = term.column() < 0 ? 1 : shape.number(row, term.column());
        sums.merge(group, sign * term.factor() * value, Long::sum);
    }

    private String describe(Group group, long sum) {
        Balance balance = balances.get(group.balance());
        List<String> groupedBy = balance.terms().get(0).groupedBy();
        String groupText = groupedBy.isEmpty()
                ? ""
                : " where " + groupedBy.get(0) + " is " + group.first()
                        + (groupedBy.size() > 1 ? " and " + groupedBy.get(1) + " is " + group.second() : "");
        return balance.condition() + ": off by "
                + BigDecimal.valueOf(sum, scales[group.balance()]).toPlainString() + groupText;
    }
}
