// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

/** The library's entrance. There is no static state: any number of runs may go on in one Java process. */
public final class CdcTester {

    private CdcTester() {}

    /**
     * Starts a plan with every default.
     *
     * @return a builder, which needs an endpoint at least
     */
    public static PlanBuilder plan() {
        return new PlanBuilder();
    }
}
