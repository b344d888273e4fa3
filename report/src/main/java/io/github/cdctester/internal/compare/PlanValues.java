// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.summary.Summary.Drain;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values by name that only plans have. */
final class PlanValues {

    private PlanValues() {}

    static Map<String, Double> drainRates(List<ConsumerResult> consumers) {
        Map<String, Double> rates = new LinkedHashMap<>();
        for (ConsumerResult consumer : consumers) {
            Drain drain = consumer.drain();
            if (drain.seconds() > 0) {
                rates.put(
                        ComparedValue.CONSUMERS + consumer.name() + ComparedValue.DRAIN_RATE_SUFFIX,
                        drain.transactions() / drain.seconds());
            }
        }
        return rates;
    }

    /** The n-th climb or descent of a series is compared with its n-th climb or descent on the other side. */
    static Map<String, Double> climbs(List<SeriesSteps> allSeries) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (SeriesSteps series : allSeries) {
            Map<String, Integer> countByDirection = new HashMap<>();
            for (Climb climb : series.climbs()) {
                String direction = climb.isUp() ? "climb" : "descent";
                int number = countByDirection.merge(direction, 1, Integer::sum);
                String name = ComparedValue.PROBES + series.series() + "." + direction + "." + number;
                seconds.put(name + ComparedValue.DURATION_SUFFIX, climb.seconds());
                Double sinceLoad = climb.sinceLoadSeconds();
                if (sinceLoad != null) {
                    seconds.put(name + ComparedValue.SINCE_LOAD_SUFFIX, sinceLoad);
                }
            }
        }
        return seconds;
    }
}
