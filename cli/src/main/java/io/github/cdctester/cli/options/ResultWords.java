// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A result in the words of the command line: its notes, reasons and failures are the library's text. They may be anywhere in
 * it, so the records of the result are gone through, whatever they are.
 */
public final class ResultWords {

    private ResultWords() {}

    /** Puts a result's texts in the words of the command line. */
    @SuppressWarnings("unchecked") // of a record comes one of the same type
    public static <R extends Record> R of(R result) {
        return (R) Objects.requireNonNull(worded(result));
    }

    private static @Nullable Object worded(@Nullable Object value) {
        if (value instanceof String text) {
            return OptionNames.inWordsOfTheCommandLine(text);
        }
        if (value instanceof Note note) {
            return note.inWords(OptionNames::inWordsOfTheCommandLine);
        }
        if (value instanceof SampleRow
                || value instanceof List<?> rows && !rows.isEmpty() && rows.get(0) instanceof SampleRow) {
            return value; // numbers, and perhaps more of them than there is memory for
        }
        if (value instanceof List<?> list) {
            List<?> worded = list.stream().map(ResultWords::worded).toList();
            return worded.equals(list) ? list : worded;
        }
        return value instanceof Record fields
                        && fields.getClass().getPackageName().equals(RunResult.class.getPackageName())
                ? worded(fields)
                : value;
    }

    @SuppressWarnings("ReferenceEquality") // what has no words to change is the same object
    private static Object worded(Record fields) {
        try {
            RecordComponent[] components = fields.getClass().getRecordComponents();
            @Nullable Object[] values = new Object[components.length];
            boolean changed = false;
            for (int i = 0; i < components.length; i++) {
                Object value = components[i].getAccessor().invoke(fields);
                values[i] = worded(value);
                changed |= values[i] != value;
            }
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return changed ? fields.getClass().getConstructor(types).newInstance(values) : fields;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record of the result that cannot be read", e);
        }
    }
}
