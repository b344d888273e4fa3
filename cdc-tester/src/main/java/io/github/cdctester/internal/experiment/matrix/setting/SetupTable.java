// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A table that configures the Performance Schema. */
public enum SetupTable {
    SETUP_CONSUMERS("NAME"),
    SETUP_INSTRUMENTS("NAME"),
    SETUP_OBJECTS("OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"),
    SETUP_ACTORS("HOST", "USER", "ROLE"),
    /** Since MySQL 8. */
    SETUP_THREADS("NAME"),
    /** Only in MariaDB and MySQL 5.7. */
    SETUP_TIMERS("NAME"),
    /** Since MySQL 9. */
    SETUP_METERS("NAME"),
    /** Since MySQL 9. */
    SETUP_LOGGERS("NAME");

    private static final String SCHEMA = "performance_schema";

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
    private final List<String> keys;

    SetupTable(String... keys) {
        this.keys = List.of(keys);
    }

    List<String> keys() {
        return keys;
    }

    String sqlName() {
        return SCHEMA + "." + name().toLowerCase(Locale.ROOT);
    }

    static Optional<SetupTable> byName(String name) {
        return Arrays.stream(values())
                .filter(table -> table.sqlName().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
