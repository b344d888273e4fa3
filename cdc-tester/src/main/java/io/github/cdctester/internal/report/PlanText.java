// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.Plan;
import tools.jackson.core.JacksonException;

/** A plan as result.json shows it, by itself: without passwords. */
public final class PlanText {

    private PlanText() {}

    /** Writes a plan. */
    public static String of(Plan plan) {
        return ResultJson.COMPACT.writeValueAsString(plan);
    }

    /**
     * Reads a plan.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Plan read(String json) {
        try {
            Plan plan = ResultJson.COMPACT.readValue(json, Plan.class);
            if (plan == null) {
                throw new IllegalArgumentException("no plan of this version: null");
            }
            return plan;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("no plan of this version: " + e.getOriginalMessage(), e);
        }
    }
}
