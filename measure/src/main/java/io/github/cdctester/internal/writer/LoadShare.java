// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

/**
 * One load driver's share of a load's starts. With n load drivers, each makes every n-th start of the same schedule. {@code
 * index} starts at 0.
 */
public record LoadShare(int index, int of) {

    public static final LoadShare ALL = new LoadShare(0, 1);

    public LoadShare {
        if (of < 1 || index < 0 || index >= of) {
            throw new IllegalArgumentException("there is no driver " + index + " of " + of);
        }
    }

    /** Each start of this share belongs to exactly one of the parts. {@code part} starts at 0. */
    public LoadShare split(int part, int parts) {
        return new LoadShare(index + of * new LoadShare(part, parts).index, of * parts);
    }

    /** The first load drivers receive one unit of the remainder each. */
    public long part(long total) {
        return total / of + (index < total % of ? 1 : 0);
    }

    public long sumBefore(long total) {
        return total / of * index + Math.min(index, total % of);
    }
}
