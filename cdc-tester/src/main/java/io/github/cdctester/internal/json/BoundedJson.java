// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.databind.json.JsonMapper;

/** Mappers for JSON that a peer or a file chooses: one of few bytes can have so many values that they fill the heap. */
public final class BoundedJson {

    /** Names, values, and beginnings and ends of arrays and objects: in memory some 100 MB. */
    static final long MOST_TOKENS = 4_000_000;

    private static final int MOST_DEPTH = 100;

    private BoundedJson() {}

    /** A new mapper that refuses documents with too many values, or nested too deeply. */
    public static JsonMapper.Builder mapper() {
        return JsonMapper.builder(factory().build());
    }

    /** The same, whose output is for eyes as well. */
    public static JsonMapper.Builder printed() {
        return JsonMapper.builder(factory().characterEscapes(new PlainEscapes()).build());
    }

    private static JsonFactoryBuilder factory() {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxTokenCount(MOST_TOKENS)
                        .maxNestingDepth(MOST_DEPTH)
                        .build());
    }
}
