// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.steps.CapacityPrice;
import io.github.cdctester.internal.experiment.steps.ScalingOfRun;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What capacities cost, by the series of probes. */
public final class Prices {

    private Prices() {}

    /**
     * Reads a price.
     *
     * @param units by the probes' names
     * @throws InvalidPlanException of the property {@code price}
     */
    static CapacityPrice of(String series, String text, Map<String, String> units) {
        String probe = series.replaceFirst("\\..*", "");
        String unit = units.get(probe);
        if (unit == null) {
            throw new InvalidPlanException(
                    "price",
                    series,
                    units.isEmpty()
                            ? "left out: there are no probes"
                            : "a price of one of the probes " + NearNames.oneOf(probe, units.keySet()));
        }
        if (unit.endsWith("/s")) {
            throw new InvalidPlanException("price", series, "a price of a capacity, not of a rate");
        }
        return CapacityPrice.parse(series, text, unit);
    }

    /** Takes what was written as PROBE=PRICE apart. */
    public static Map<String, String> apart(List<String> written) {
        Map<String, String> prices = new LinkedHashMap<>();
        for (String one : written) {
            int sign = one.indexOf('=');
            if (sign <= 0) {
                throw new InvalidPlanException("price", one, "PROBE=PRICE, such as pcu=0.0625/PCU-hour");
            }
            prices.put(one.substring(0, sign), one.substring(sign + 1));
        }
        return prices;
    }

    /** A stored plan with other prices than it had. */
    public static PlanResult in(PlanResult plan, Map<String, String> prices) {
        Map<String, String> units = new LinkedHashMap<>();
        for (SeriesSteps series : plan.series()) {
            String probe = series.series().replaceFirst("\\..*", "");
            units.put(probe, plan.whole().probeUnits().getOrDefault(probe, "none"));
        }
        List<CapacityPrice> read = new ArrayList<>();
        prices.forEach((series, text) -> read.add(of(series, text, units)));
        return ScalingOfRun.priced(plan, read);
    }
}
