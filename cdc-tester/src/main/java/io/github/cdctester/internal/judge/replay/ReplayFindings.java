// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.internal.judge.verify.Incidents;

/**
 * The findings of a replay.
 *
 * @param transactions transactions that changed rows of the tables
 * @param changes rows that they changed
 * @param torn transactions that change a sum which none of them may change
 * @param repeated transactions that came again, or have a change twice
 * @param repeatedUnkeyed transactions that look as if they came again, of rows that nothing tells apart: the end tells
 * @param late transactions behind one that began with what they left
 * @param gaps rows that went from one state to another without a change that leads there
 */
record ReplayFindings(
        long transactions,
        long changes,
        Incidents torn,
        Incidents repeated,
        Incidents repeatedUnkeyed,
        Incidents late,
        Incidents gaps) {}
