// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

/**
 * Which part of a load's starts this driver makes: of as many drivers as there are machines, each takes every so-manieth start of
 * the same schedule, so that all together make each start once.
 */
public record LoadShare(int index, int of) {

    public static final LoadShare ALL = new LoadShare(0, 1);

    public LoadShare {
        if (of < 1 || index < 0 || index >= of) {
            throw new IllegalArgumentException("there is no driver " + index + " of " + of);
        }
    }

    /** One of several parts of this share, by its number from 0: together they make the starts that it has, each once. */
    public LoadShare within(int part, int parts) {
        return new LoadShare(index + of * new LoadShare(part, parts).index, of * parts);
    }

    /** Divides what can be counted, without a rest: the first ones have one more. */
    public long part(long all) {
        return all / of + (index < all % of ? 1 : 0);
    }

    /** Returns the start of this driver's part. */
    public long before(long all) {
        return all / of * index + Math.min(index, all % of);
    }
}
