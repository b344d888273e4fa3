// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.learn.TableFacts.Operation;
import java.util.Arrays;
import java.util.List;

/** A kind of transaction: its statements in order, those that are repeated, and how often it came. */
final class Shape {

    private static final int UNKNOWN = -1;

    private final List<Operation> operations;
    private final List<Folding.Loop> loops;
    private final Sizes[] times;
    private final int[] like;
    private final long[] alike;
    private long seen;
    private long weight;

    Shape(Folding first, List<Operation> operations) {
        this.operations = operations;
        loops = first.loops();
        times = new Sizes[loops.size()];
        Arrays.setAll(times, loop -> new Sizes());
        like = new int[operations.size()];
        alike = new long[like.length];
    }

    /**
     * One more transaction of the kind.
     *
     * @param keys a hash of the key of the first row that each of its statements wrote
     * @param stands for how many it stands
     */
    void add(Folding folded, long[] keys, long stands) {
        seen++;
        weight += stands;
        for (int loop = 0; loop < times.length; loop++) {
            times[loop].add(folded.loops().get(loop).times());
        }
        List<Integer> places = folded.places();
        for (int i = 0; i < like.length; i++) {
            if (seen == 1) {
                like[i] = before(places, keys, i);
            }
            if (like[i] != UNKNOWN && keys[places.get(i)] == keys[places.get(like[i])]) {
                alike[i]++;
            }
        }
    }

    /** The last statement before one that wrote the same row. */
    private int before(List<Integer> places, long[] keys, int place) {
        int i = place - 1;
        while (i >= 0
                && (operations.get(i).table() != operations.get(place).table()
                        || keys[places.get(i)] != keys[places.get(place)])) {
            i--;
        }
        return i;
    }

    long weight() {
        return weight;
    }

    List<Operation> operations() {
        return operations;
    }

    List<Folding.Loop> loops() {
        return loops;
    }

    /** How often a loop was made. */
    Sizes times(int loop) {
        return times[loop];
    }

    /** The statement before one whose row it nearly always writes as well; -1 for none. */
    int sameRowAs(int place) {
        return 10 * alike[place] >= 9 * seen ? like[place] : UNKNOWN;
    }
}
