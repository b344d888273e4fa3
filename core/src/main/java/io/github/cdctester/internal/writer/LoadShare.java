// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

/**
 * The starts of a load that one driver makes. With n drivers on n machines, each driver makes every n-th start of the
 * same schedule.
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
     * Divides this share into parts, and returns one part. Each start of this share belongs to exactly one part.
     *
     * @param part index of the returned part, from 0
     * @param parts number of parts
     */
    public LoadShare split(int part, int parts) {
        return new LoadShare(index + of * new LoadShare(part, parts).index, of * parts);
    }

    /** Returns this driver's part of a total count. Each of the first drivers receives one unit of the remainder. */
    public long part(long total) {
        return total / of + (index < total % of ? 1 : 0);
    }

    /** Returns the sum of the parts of all drivers with a lower index. */
    public long sumBefore(long total) {
        return total / of * index + Math.min(index, total % of);
    }
}
