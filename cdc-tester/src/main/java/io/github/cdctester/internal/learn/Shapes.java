// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The kinds of transactions. Nothing is allocated for one that is known. */
final class Shapes {

    private static final int SLOTS = 4_096;
    private static final int MOST = 1_000;

    private final long[] hashes = new long[SLOTS];
    private final Shape[] shapes = new Shape[SLOTS];
    private int count;
    private long left;

    void add(Folding folded, List<Operation> all, long stands) {
        long hash = folded.hash();
        int slot = (int) hash & SLOTS - 1;
        while (hashes[slot] != 0 && hashes[slot] != hash) {
            slot = slot + 1 & SLOTS - 1;
        }
        Shape shape = shapes[slot];
        if (shape == null) {
            if (count == MOST) {
                left += stands;
                return;
            }
            shape = new Shape(folded, all);
            hashes[slot] = hash;
            shapes[slot] = shape;
            count++;
        }
        shape.add(folded, stands);
    }

    /** The most frequent ones first. */
    List<Shape> byWeight() {
        List<Shape> found = new ArrayList<>();
        for (Shape shape : shapes) {
            if (shape != null) {
                found.add(shape);
            }
        }
        found.sort(Comparator.comparingLong(Shape::weight).reversed());
        return found;
    }

    /** How many transactions were of kinds that had no place. */
    long left() {
        return left;
    }
}
