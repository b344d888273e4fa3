// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The plan of earlier results: a sole load was not in {@code loads} but flat in the plan, with its options under one of several
 * keys, and delay sources were one text.
 */
final class EarlierPlan {

    private static final Set<String> NO_OPTIONS =
            Set.of("endpoint", "cdcEndpoint", "ramp", "background", "delaySources");

    private EarlierPlan() {}

    /** Changes such a plan to the present form; leaves others as they are. */
    static void upgrade(ObjectNode plan) {
        plan.putIfAbsent("stream", plan.booleanNode(true));
        plan.putIfAbsent("streamsShare", plan.stringNode("nothing"));
        plan.putIfAbsent("reader", plan.stringNode("native"));
        if (plan.has("sideBySide")) {
            return;
        }
        List.of("streams", "failover", "loads").forEach(list -> plan.putIfAbsent(list, plan.arrayNode()));
        plan.putIfAbsent("inject", plan.stringNode(""));
        plan.putIfAbsent("resumeTimeout", plan.numberNode(0));
        if (plan.get("loads").isEmpty() && plan.path("workload").isString()) {
            load(plan, ((ArrayNode) plan.get("loads")).addObject());
        }
        delaySources(plan);
    }

    private static void load(ObjectNode plan, ObjectNode load) {
        load.set("name", plan.get("workload"));
        load.put("start", 0).put("length", 0);
        List.of("workload", "threads", "rate", "ramp", "arrivals").forEach(key -> load.set(key, plan.path(key)));
        plan.properties().forEach(one -> {
            if (one.getValue().isObject() && !NO_OPTIONS.contains(one.getKey())) {
                load.set(one.getKey(), one.getValue());
            }
        });
    }

    private static void delaySources(ObjectNode plan) {
        JsonNode apart = plan.path("delaySources");
        String text = plan.path("delaySource").asString("");
        ArrayNode sideBySide = plan.putArray("sideBySide");
        if (apart.isObject()) {
            sideBySide.addAll((ArrayNode) apart.get("sideBySide"));
            plan.set("delaySource", apart.get("main"));
        } else if (text.contains(",")) {
            List.of(text.split(",")).forEach(sideBySide::add);
            plan.putNull("delaySource");
        } else if (text.equals("auto")) {
            plan.putNull("delaySource");
        }
    }
}
