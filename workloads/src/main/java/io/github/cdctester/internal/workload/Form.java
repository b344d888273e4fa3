// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.time.Duration;

/** In which form the value of an option is written; how it is read is the command line's business. */
public record Form<T>(Kind kind, Class<T> type) {

    /** A whole number. */
    public static final Form<Integer> NUMBER = new Form<>(Kind.PLAIN, Integer.class);

    /** A whole number that may be beyond an {@code int}. */
    public static final Form<Long> LARGE_NUMBER = new Form<>(Kind.PLAIN, Long.class);

    /** Any text. */
    public static final Form<String> TEXT = new Form<>(Kind.PLAIN, String.class);

    /** {@code on} or {@code off}. */
    public static final Form<Boolean> SWITCH = new Form<>(Kind.SWITCH, Boolean.class);

    /** Bytes, perhaps with a unit. */
    public static final Form<Long> SIZE = new Form<>(Kind.SIZE, Long.class);

    /** Seconds, perhaps with another unit. */
    public static final Form<Duration> DURATION = new Form<>(Kind.DURATION, Duration.class);

    public enum Kind {
        /** As the type is written. */
        PLAIN,
        /** {@code on} or {@code off}. */
        SWITCH,
        SIZE,
        DURATION,
        /** A constant of an enum, with {@code -} for its {@code _}. */
        CHOICE
    }

    public static <E extends Enum<E>> Form<E> choice(Class<E> words) {
        return new Form<>(Kind.CHOICE, words);
    }
}
