// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import picocli.CommandLine.Option;

/** How row numbers are drawn: sysbench's {@code --rand-*} options. */
public final class RandomOptions {

    @Option(
            names = "--rand-type",
            paramLabel = "TYPE",
            description = "${COMPLETION-CANDIDATES}; default: uniform (sysbench 1.0 has special)")
    private RandType type = Defaults.RAND_TYPE;

    @Option(names = "--rand-seed", paramLabel = "N", description = "0 takes a new seed for each run; default: 0")
    private long seed;

    @Option(
            names = "--rand-spec-iter",
            paramLabel = "N",
            description =
                    "number of uniform draws that are averaged, for gaussian and special; default: ${DEFAULT-VALUE}")
    private int specIter = Defaults.RAND_SPEC_ITER;

    @Option(
            names = "--rand-spec-pct",
            paramLabel = "N",
            description = "percentage of rows that are special; default: ${DEFAULT-VALUE}")
    private int specPct = Defaults.RAND_SPEC_PCT;

    @Option(
            names = "--rand-spec-res",
            paramLabel = "N",
            description = "percentage of draws that hit special rows; default: ${DEFAULT-VALUE}")
    private int specRes = Defaults.RAND_SPEC_RES;

    @Option(
            names = "--rand-pareto-h",
            paramLabel = "H",
            description = "parameter of pareto, between 0 and 1; default: ${DEFAULT-VALUE}")
    private double paretoH = Defaults.RAND_PARETO_H;

    @Option(
            names = "--rand-zipfian-exp",
            paramLabel = "E",
            description = "exponent of zipfian, from 0; default: ${DEFAULT-VALUE}")
    private double zipfianExp = Defaults.RAND_ZIPFIAN_EXP;

    RandomNumbers numbers() {
        return new RandomNumbers(
                type, seed, new RandomNumbers.Special(specIter, specPct, specRes), paretoH, zipfianExp);
    }

    long seed() {
        return seed;
    }
}
