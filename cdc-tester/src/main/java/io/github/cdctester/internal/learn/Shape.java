// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.Arrays;
import java.util.List;

/** A kind of transaction: its statements in order, those that are repeated, and how often it came. */
final class Shape {

    private static final int UNKNOWN = -1;

    private final Operation[] operations;
    private final int[] starts;
    private final int[] periods;
    private final Sizes[] times;
    private final int[] like;
    private final long[] alike;
    private long seen;
    private long weight;

    Shape(Folding folded, List<Operation> all) {
        operations = new Operation[folded.count()];
        like = new int[operations.length];
        alike = new long[operations.length];
        Arrays.fill(like, UNKNOWN);
        for (int i = 0; i < operations.length; i++) {
            operations[i] = all.get(folded.operation(i));
        }
        starts = new int[folded.loops()];
        periods = new int[folded.loops()];
        times = new Sizes[folded.loops()];
        for (int loop = 0; loop < starts.length; loop++) {
            starts[loop] = folded.start(loop);
            periods[loop] = folded.period(loop);
            times[loop] = new Sizes();
        }
    }

    /** One more transaction of the kind, which stands for so many. */
    void add(Folding folded, long stands) {
        seen++;
        weight += stands;
        for (int loop = 0; loop < times.length; loop++) {
            times[loop].add(folded.times(loop));
        }
        for (int i = 1; i < operations.length; i++) {
            if (seen == 1) {
                like[i] = before(folded, i);
            }
            if (like[i] != UNKNOWN && folded.key(i) == folded.key(like[i])) {
                alike[i]++;
            }
        }
    }

    /** The last statement before one that wrote the same row. */
    private int before(Folding folded, int place) {
        for (int i = place - 1; i >= 0; i--) {
            if (operations[i].table() == operations[place].table() && folded.key(i) == folded.key(place)) {
                return i;
            }
        }
        return UNKNOWN;
    }

    long weight() {
        return weight;
    }

    List<Operation> operations() {
        return List.of(operations);
    }

    int loops() {
        return starts.length;
    }

    int start(int loop) {
        return starts[loop];
    }

    int period(int loop) {
        return periods[loop];
    }

    Sizes times(int loop) {
        return times[loop];
    }

    /** The statement before one whose row it nearly always writes as well; -1 for none. */
    int sameRowAs(int place) {
        return like[place] != UNKNOWN && 10 * alike[place] >= 9 * seen ? like[place] : UNKNOWN;
    }
}
