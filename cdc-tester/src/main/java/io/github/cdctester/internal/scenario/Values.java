// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.List;

/** Reads values of a plan file in the same forms as on the command line. */
final class Values {

    /** Durations must be above 0. */
    static final YamlBinder BINDER = new YamlBinder()
            .with(Duration.class, Values::duration)
            .with(
                    Command.class,
                    node -> new Command(
                            node.elements().stream().map(YamlNode::text).toList()));

    record Command(List<String> words) {}

    private Values() {}

    static Duration duration(YamlNode node) {
        Duration duration = node.duration();
        if (duration.isZero()) {
            throw node.error(node.text(), "a duration above 0, such as 500ms, 10s, 5m or 1h");
        }
        return duration;
    }
}
