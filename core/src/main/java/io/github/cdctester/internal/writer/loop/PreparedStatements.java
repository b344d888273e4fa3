// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** The statements that one connection has prepared, by index of their template. */
final class PreparedStatements {

    private static final int NONE = -1;

    private final int[] ids;

    /** True if the server has the types of the parameters, which the first execution sends. */
    private final boolean[] typed;

    PreparedStatements(int templates) {
        ids = new int[templates];
        typed = new boolean[templates];
        java.util.Arrays.fill(ids, NONE);
    }

    void set(int template, int id) {
        ids[template] = id;
    }

    boolean isPrepared(int template) {
        return ids[template] != NONE;
    }

    int id(int template) {
        return ids[template];
    }

    /** Returns true at the first call for a template. */
    boolean needsTypes(int template) {
        boolean first = !typed[template];
        typed[template] = true;
        return first;
    }
}
