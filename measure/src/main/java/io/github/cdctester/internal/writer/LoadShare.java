// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

/**
 * The share of a load's starts that one load driver makes. With n load drivers on n machines, each makes every n-th start of
 * the same schedule.
 *
 * @param index index of this load driver, from 0
 * @param of number of load drivers
 */
public record LoadShare(int index, int of) {

    public static final LoadShare ALL = new LoadShare(0, 1);

    public LoadShare {
        if (of < 1 || index < 0 || index >= of) {
            throw new IllegalArgumentException("there is no driver " + index + " of " + of);
        }
    }

    /**
     * Divides this share into parts, and returns one part. Each start of this share belongs to exactly one part.
     *
     * @param part index of the returned part, from 0
     * @param parts number of parts
     */
    public LoadShare split(int part, int parts) {
        return new LoadShare(index + of * new LoadShare(part, parts).index, of * parts);
    }

    /** Returns this load driver's part of a total count. The first load drivers receive one unit of the remainder each. */
    public long part(long total) {
        return total / of + (index < total % of ? 1 : 0);
    }

    /** Returns the sum of the parts of all load drivers with a lower index. */
    public long sumBefore(long total) {
        return total / of * index + Math.min(index, total % of);
    }
}
