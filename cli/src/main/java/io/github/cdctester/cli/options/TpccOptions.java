// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.workload.tpcc.Tpcc;
import io.github.cdctester.workload.tpcc.TpccSpec;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of {@code --workload tpcc}. */
public final class TpccOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--warehouses",
            paramLabel = "N",
            converter = Listed.Counts.class,
            description = "tpcc: the scale, about 100 MB each; default: ${DEFAULT-VALUE}")
    private Listed<Integer> warehouses = Listed.of(1);

    @Option(
            names = "--tpcc-mix",
            paramLabel = "MIX",
            description =
                    "tpcc: standard (45,43,4,4,4); deck, the specification's 23 cards; or five weights of your own, for"
                            + " new_order,payment,order_status,delivery,stock_level; default: ${DEFAULT-VALUE}")
    private String mix = "standard";

    @Option(
            names = "--think-times",
            paramLabel = "on|off",
            arity = "1",
            converter = Converters.OnOff.class,
            description = "tpcc: workers key and think as the specification's terminals do; default: off")
    private boolean thinkTimes;

    /** Creates the options, for picocli. */
    public TpccOptions() {}

    /**
     * Makes a workload of the options.
     *
     * @param randSeed seed of all random numbers; 0 takes a new one each run
     * @return the workload
     * @throws ParameterException if the mix is none
     */
    public TpccSpec workload(long randSeed) {
        return Tpcc.warehouses(warehouses.first())
                .mix(mix())
                .thinkTimes(thinkTimes)
                .randSeed(randSeed);
    }

    /** The scales, where they are a list. */
    Optional<SweepAxis> axis() {
        return warehouses.isList()
                ? Optional.of(warehouses.axis(SweepAxis.Parameter.WAREHOUSES, Integer::doubleValue))
                : Optional.empty();
    }

    private TpccSpec.Mix mix() {
        if (mix.equals("standard")) {
            return TpccSpec.Mix.STANDARD;
        }
        if (mix.equals("deck")) {
            return TpccSpec.Mix.DECK;
        }
        if (!mix.matches("\\d{1,5}(,\\d{1,5}){4}")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--tpcc-mix is " + mix + ", but must be standard, deck, or five whole numbers with commas between");
        }
        return new TpccSpec.Mix(
                Arrays.stream(mix.split(",")).map(Integer::valueOf).toList(), false);
    }
}
