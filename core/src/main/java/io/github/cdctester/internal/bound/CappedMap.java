// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A map whose keys a peer chooses, such as names in a stream. After {@code limit} keys, all further keys share one value. For one thread.
 *
 * @param <K> a key
 * @param <V> a value, which may be changed in place
 */
public final class CappedMap<K, V> {

    private final int limit;
    private final Function<? super K, ? extends V> create;
    private final K others;
    private final Map<K, V> values = new HashMap<>();

    /**
     * Creates an empty map.
     *
     * @param limit the number of keys with a value of their own
     * @param others the key that stands for all further ones
     * @param create makes the value of a key
     */
    public CappedMap(int limit, K others, Function<? super K, ? extends V> create) {
        this.limit = limit;
        this.others = others;
        this.create = create;
    }

    /** The value of a key, made if there is none; the shared one if there are too many keys. */
    public V get(K key) {
        V known = values.get(key);
        if (known != null) {
            return known;
        }
        return values.computeIfAbsent(values.size() < limit ? key : others, create);
    }

    /** All values, with that of {@code others} if it was needed. */
    public Map<K, V> values() {
        return Collections.unmodifiableMap(values);
    }
}
