// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a step does. */
enum StormKind {
    INSERT,
    UPDATE,
    DELETE,
    ADD_COLUMN,
    DROP_COLUMN,
    MOVE_COLUMN,
    RENAME_COLUMN,
    CHANGE_TYPE,
    INSTANT_COLUMN,
    COPY_TABLE,
    INDEX,
    RENAME_TABLE,
    TRUNCATE,
    CREATE_TABLE,
    DROP_TABLE,
    CREATE_SELECT,
    ADD_PARTITION,
    DROP_PARTITION,
    EXCHANGE_PARTITION,
    REORGANIZE_PARTITION,
    VIEW,
    TRIGGER,
    ANALYZE,
    TYPES,
    CHARSETS,
    JSON,
    PARTIAL_JSON,
    GEOMETRY,
    GENERATED,
    INVISIBLE,
    DEFAULT_EXPRESSION,
    VECTOR,
    WIDE_ROW,
    BLOB,
    NO_KEY,
    FOREIGN_KEY,
    XA,
    SAVEPOINT,
    IMPLICIT_COMMIT,
    ROLLBACK,
    COMPRESSED,
    MINIMAL_IMAGE,
    NOBLOB_IMAGE,
    /** Makes a table anew of which nobody knows how it is, since the outcome of its last step was not told. */
    REBUILD;

    /** The names of those that can be asked for. */
    static final List<String> NAMES = Arrays.stream(values())
            .filter(kind -> kind != REBUILD)
            .map(StormKind::label)
            .toList();

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<StormKind> of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label) && kind != REBUILD)
                .findFirst();
    }

    /** Whether it changes rows of the table itself; such steps come between all others. */
    boolean isData() {
        return ordinal() <= DELETE.ordinal();
    }
}
