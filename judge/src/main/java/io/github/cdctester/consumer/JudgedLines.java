// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Internal interface of {@link ConsumerLines} for the judge. */
record JudgedLines(ConsumerLines lines) implements JudgedProbe.ProbeLineReader {

    @Override
    public void message(String topic, @Nullable String key, @Nullable String value) {
        lines.message(topic, key, value, 0);
    }

    @Override
    public void onPause() {
        lines.pause();
    }

    @Override
    public Optional<String> noVerdictReason(boolean reported) {
        return lines.noVerdictReason(reported);
    }

    @Override
    public Optional<String> unstampedReason(Predicate<String> filter) {
        return lines.unstampedReason(filter);
    }
}
