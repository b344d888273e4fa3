// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import java.util.List;
import java.util.stream.Stream;

/** Options that several families share: random numbers, and the way to send statements. */
public final class SharedOptions {

    private static final FamilyOption<RandType> RAND_TYPE = new FamilyOption<>(
            "--rand-type",
            "randType",
            "TYPE",
            Form.choice(RandType.class),
            Defaults.RAND_TYPE,
            "Distribution of ids: uniform, special, gaussian, pareto or zipfian (default: uniform)");
    private static final FamilyOption<Long> RAND_SEED = new FamilyOption<>(
            "--rand-seed",
            "randSeed",
            "N",
            Form.LARGE_NUMBER,
            0L,
            "Seed of random numbers; 0: a new one for each run (default: 0)");
    private static final FamilyOption<Integer> SPEC_ITER = FamilyOption.number(
            "--rand-spec-iter",
            "randSpecIter",
            "Uniform draws averaged by gaussian and special",
            Defaults.RAND_SPEC_ITER);
    private static final FamilyOption<Integer> SPEC_PCT = FamilyOption.number(
            "--rand-spec-pct", "randSpecPct", "Percentage of rows that are special", Defaults.RAND_SPEC_PCT);
    private static final FamilyOption<Integer> SPEC_RES = FamilyOption.number(
            "--rand-spec-res", "randSpecRes", "Percentage of draws that hit special rows", Defaults.RAND_SPEC_RES);
    private static final FamilyOption<Double> PARETO_H = new FamilyOption<>(
            "--rand-pareto-h",
            "randParetoH",
            "H",
            Form.DECIMAL,
            Defaults.RAND_PARETO_H,
            "Parameter of pareto, between 0 and 1 (default: " + Defaults.RAND_PARETO_H + ")");
    private static final FamilyOption<Double> ZIPFIAN_EXP = new FamilyOption<>(
            "--rand-zipfian-exp",
            "randZipfianExp",
            "E",
            Form.DECIMAL,
            Defaults.RAND_ZIPFIAN_EXP,
            "Exponent of zipfian, from 0 (default: " + Defaults.RAND_ZIPFIAN_EXP + ")");
    private static final FamilyOption<PsMode> PS_MODE = new FamilyOption<>(
            "--db-ps-mode",
            "psMode",
            "MODE",
            Form.choice(PsMode.class),
            PsMode.AUTO,
            "auto: prepare statements on the server; disable: send them as text (default: auto)");
    private static final FamilyOption<Boolean> SKIP_TRX = FamilyOption.onOff(
            "--skip-trx", "skipTrx", "Leave out BEGIN and COMMIT, so that each statement commits", false);
    private static final FamilyOption<Integer> RECONNECT =
            FamilyOption.number("--reconnect", "reconnect", "Reconnect after every N transactions; 0: never", 0);

    static final List<FamilyOption<?>> RANDOM_OPTIONS =
            List.of(RAND_TYPE, RAND_SEED, SPEC_ITER, SPEC_PCT, SPEC_RES, PARETO_H, ZIPFIAN_EXP);

    /** Sorted in the order of help pages. */
    public static final List<FamilyOption<?>> ALL = Stream.concat(
                    RANDOM_OPTIONS.stream(), Stream.of(PS_MODE, SKIP_TRX, RECONNECT))
            .toList();

    private SharedOptions() {}

    static RandomNumbers numbers(OptionValues values) {
        return new RandomNumbers(
                values.of(RAND_TYPE),
                values.of(RAND_SEED),
                new RandomNumbers.Special(values.of(SPEC_ITER), values.of(SPEC_PCT), values.of(SPEC_RES)),
                values.of(PARETO_H),
                values.of(ZIPFIAN_EXP));
    }

    static StatementSending sending(OptionValues values) {
        return new StatementSending(values.of(PS_MODE), values.of(SKIP_TRX), values.of(RECONNECT));
    }
}
