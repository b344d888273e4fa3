// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.databind.json.JsonMapper;

/** Creates mappers for untrusted JSON. Without limits, a small document could expand to values that fill the heap. */
public final class BoundedJson {

    /** Counts names, values, and starts and ends of arrays and objects. Such a document takes about 100 MB in memory. */
    private static final long MAX_TOKENS = 4_000_000;

    private static final int MAX_DEPTH = 100;

    private BoundedJson() {}

    /** Rejects documents with too many values or too deep nesting. */
    public static JsonMapper.Builder mapperBuilder() {
        return JsonMapper.builder(factory().build());
    }

    /** Escapes control characters and direction marks, for a terminal. */
    public static JsonMapper.Builder terminalMapperBuilder() {
        return JsonMapper.builder(factory().characterEscapes(new Escapes()).build());
    }

    private static JsonFactoryBuilder factory() {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxTokenCount(MAX_TOKENS)
                        .maxNestingDepth(MAX_DEPTH)
                        .build());
    }

    private static final class Escapes extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes[0x7F] = ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return switch (Character.getType(character)) {
                case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                    new SerializedString(String.format(Locale.ROOT, "\\u%04x", character));
                default -> null;
            };
        }
    }
}
