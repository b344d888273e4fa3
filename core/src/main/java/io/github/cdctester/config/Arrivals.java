// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** How the starts of an open loop are spread around its rate. */
public enum Arrivals {
    /** Evenly spaced: the n-th start comes when the rate has added up to n. */
    CONSTANT,

    /**
     * A Poisson process: the gaps are independent and exponentially distributed around the rate's, as sysbench draws
     * them. Starts come in bunches, as those of many users do.
     */
    POISSON
}
