// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

/**
 * The part of a load's starts that one driver makes. With n drivers on n machines, each driver makes every n-th start
 * of the same schedule, so that together they make each start once.
 *
 * @param index index of this driver, from 0
 * @param of number of drivers
 */
public record LoadShare(int index, int of) {

    public static final LoadShare ALL = new LoadShare(0, 1);

    public LoadShare {
        if (of < 1 || index < 0 || index >= of) {
            throw new IllegalArgumentException("there is no driver " + index + " of " + of);
        }
    }

    /**
     * Divides this share, and returns the part with an index from 0. Together, the parts make each start of this share
     * once.
     */
    public LoadShare within(int part, int parts) {
        return new LoadShare(index + of * new LoadShare(part, parts).index, of * parts);
    }

    /** Returns this driver's part of a count. The first drivers receive the remainder, one each. */
    public long part(long all) {
        return all / of + (index < all % of ? 1 : 0);
    }

    /** Returns the sum of the parts of all drivers before this one. */
    public long before(long all) {
        return all / of * index + Math.min(index, all % of);
    }
}
