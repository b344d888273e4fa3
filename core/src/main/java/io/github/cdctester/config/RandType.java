// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** The distribution of random row numbers: sysbench's {@code --rand-type}. */
public enum RandType {
    /** Every row is equally likely. */
    UNIFORM,
    /** sysbench 1.0's default: most draws fall on a few rows in the middle of the table. */
    SPECIAL,
    /** The mean of several uniform draws: rows in the middle are likelier. */
    GAUSSIAN,
    /** Pareto: low row numbers are likelier. */
    PARETO,
    /** Zipf: low row numbers are likelier. */
    ZIPFIAN
}
