// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** The distribution of random row numbers: sysbench's {@code --rand-type}. */
public enum RandType {
    /** Every row is equally likely. */
    UNIFORM,
    /** sysbench 1.0's default: 75 % of the draws fall on 1 % of the rows, in the middle of the table. */
    SPECIAL,
    /** The mean of twelve uniform draws. */
    GAUSSIAN,
    /** Pareto with {@code h} = 0.2: low row numbers are likelier. */
    PARETO,
    /** Zipf with exponent 0.8: low row numbers are likelier. */
    ZIPFIAN
}
