// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

/** Lines with labels. */
public final class SweepText {

    private SweepText() {}

    /** A line with its label. */
    public record Line(String label, String words) {}
}
