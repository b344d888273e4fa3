// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of texts with labels. */
public record Facts(List<Fact> facts, Detail detail) implements Block {

    /** A fact with an empty label continues the previous fact. */
    public record Fact(String label, String text, Tone tone) {}

    /** Texts that are {@code null} or empty are skipped. */
    public static final class Builder {

        private final List<Fact> facts = new ArrayList<>();

        public Builder add(String label, @Nullable String text) {
            return add(label, text, Tone.NEUTRAL);
        }

        public Builder add(String label, @Nullable String text, Tone tone) {
            if (text != null && !text.isEmpty()) {
                facts.add(new Fact(label, text, tone));
            }
            return this;
        }

        public Facts build(Detail detail) {
            return new Facts(List.copyOf(facts), detail);
        }
    }
}
