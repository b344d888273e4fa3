// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** The statements that one connection has prepared, by the index of the template. */
final class PreparedStatements {

    private static final int NONE = -1;

    private final int[] ids;

    /** True after an execution has sent the template's parameter types. */
    private final boolean[] typesSent;

    PreparedStatements(int templateCount) {
        ids = new int[templateCount];
        typesSent = new boolean[templateCount];
        java.util.Arrays.fill(ids, NONE);
    }

    void set(int templateIndex, int id) {
        ids[templateIndex] = id;
    }

    boolean isPrepared(int templateIndex) {
        return ids[templateIndex] != NONE;
    }

    int id(int templateIndex) {
        return ids[templateIndex];
    }

    /** Returns true on the first call for a template, because only the first execution sends the parameter types. */
    boolean needsTypes(int templateIndex) {
        boolean isFirst = !typesSent[templateIndex];
        typesSent[templateIndex] = true;
        return isFirst;
    }
}
