// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.page.model.Doubt;

/** Takes doubts. */
@FunctionalInterface
interface DoubtSink {

    /** A doubt; the lower its rank, the worse. */
    void add(int rank, Doubt doubt);
}
