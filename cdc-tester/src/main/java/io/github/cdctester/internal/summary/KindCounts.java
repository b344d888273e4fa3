// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** A few counts by name, in order, in two arrays: a day has 86,400 of them, and a tree map of five counts takes four times as much. */
final class KindCounts extends AbstractMap<String, Long> {

    private final String[] kinds;
    private final long[] counts;

    private KindCounts(Map<String, Long> byKind) {
        kinds = byKind.keySet().toArray(String[]::new);
        counts = byKind.values().stream().mapToLong(Long::longValue).toArray();
    }

    /** A copy that cannot be changed; empty where there are not at least two kinds, as a total says as much. */
    static Map<String, Long> of(Map<String, Long> byKind) {
        return byKind.size() < 2 ? Map.of() : new KindCounts(byKind);
    }

    @Override
    public Set<Map.Entry<String, Long>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, Long>> iterator() {
                return IntStream.range(0, kinds.length)
                        .mapToObj(i -> Map.entry(kinds[i], counts[i]))
                        .iterator();
            }

            @Override
            public int size() {
                return kinds.length;
            }
        };
    }
}
