// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.internal.report.PlanJson;
import java.util.List;
import java.util.function.Predicate;

/** The plan as JSON without passwords, and one of its endpoints with credentials. */
public record SharedPlan(String text, Endpoint endpoint) {

    public static SharedPlan of(Plan plan, Endpoint endpoint) {
        return new SharedPlan(PlanJson.of(plan), endpoint);
    }

    public Plan plan() {
        return PlanJson.read(text);
    }

    public static NamedLoad load(Plan plan, String name) {
        return find(plan.loads(), load -> load.name().equals(name), "load " + name);
    }

    public static StreamSpec stream(Plan plan, String name) {
        return find(plan.streams(), stream -> stream.name().equals(name), "stream " + name);
    }

    private static <T> T find(List<T> candidates, Predicate<T> isMatch, String description) {
        return candidates.stream()
                .filter(isMatch)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no " + description));
    }

    @Override
    public String toString() {
        return "SharedPlan[…]";
    }
}
