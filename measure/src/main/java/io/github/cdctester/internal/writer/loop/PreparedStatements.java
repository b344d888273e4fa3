// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** The ids of the statements that one connection has prepared, by the index of the template. */
final class PreparedStatements {

    private static final int NONE = -1;

    private final int[] ids;

    /** For each template, true if an execution has sent the parameter types to the server. */
    private final boolean[] typesSent;

    PreparedStatements(int templates) {
        ids = new int[templates];
        typesSent = new boolean[templates];
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

    /** Returns true on the first call for a template, because only the first execution sends the parameter types. */
    boolean needsTypes(int template) {
        boolean isFirst = !typesSent[template];
        typesSent[template] = true;
        return isFirst;
    }
}
