// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary.ChangeKind;
import io.github.cdctester.result.summary.Summary;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A result in which each number is computed from its path, so that a name that reads the wrong number is detected. */
final class NumberedResult {

    /** Paths of numbers, also below {@code loads.a} and {@code consumers.a}. */
    static final TreeSet<String> NUMBERS = new TreeSet<>();

    /** Paths of the other parts. */
    static final TreeSet<String> OTHERS = new TreeSet<>();

    private static final List<String> KEYS = List.of("XID", "sb.test.t");

    private static final Summary SUMMARY = (Summary) of(Summary.class, "", 0);
    private static final Verdict VERDICT = (Verdict) of(Verdict.class, "verdict", 0);
    private static final ConsumerResult CONSUMER = (ConsumerResult) of(ConsumerResult.class, "consumers.a", 0);

    private NumberedResult() {}

    static Check check(Limit limit) {
        return limit.check(LimitedResult.PLAN, SUMMARY, VERDICT, List.of(CONSUMER));
    }

    private static double number(String path) {
        return 1 + (path.hashCode() & 0xF_FFFF);
    }

    private static Object of(Type type, String path, int listDepth) {
        if (type instanceof ParameterizedType generic) {
            return ofGeneric(generic, path, listDepth);
        }
        Class<?> kind = (Class<?>) type;
        if (kind.isRecord() && kind != Note.class) {
            return record(kind, path, listDepth);
        }
        boolean isNumber = kind != boolean.class && kind.isPrimitive() || Number.class.isAssignableFrom(kind);
        if (listDepth == 0) {
            (isNumber ? NUMBERS : OTHERS).add(path);
        }
        if (kind == double.class || kind == Double.class) {
            return number(path);
        } else if (kind == long.class || kind == Long.class) {
            return (long) number(path);
        } else if (kind == int.class || kind == Integer.class) {
            return (int) number(path);
        } else if (kind == boolean.class || kind == Boolean.class) {
            return true;
        } else if (kind == Instant.class) {
            return Instant.EPOCH;
        } else if (kind.isEnum()) {
            return kind.getEnumConstants()[kind.getEnumConstants().length - 1];
        }
        return kind == Note.class ? Note.of(Note.Code.TRIAL_FAILED) : "a";
    }

    private static Object record(Class<?> kind, String path, int listDepth) {
        RecordComponent[] components = kind.getRecordComponents();
        Object[] values = Arrays.stream(components)
                .map(component -> of(
                        component.getGenericType(),
                        path.isEmpty() ? component.getName() : path + "." + component.getName(),
                        listDepth))
                .toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return kind.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(path, e);
        }
    }

    private static Object ofGeneric(ParameterizedType type, String path, int listDepth) {
        Type[] parts = type.getActualTypeArguments();
        if (type.getRawType() == Map.class) {
            Map<Object, Object> map = new TreeMap<>();
            List<?> keys = parts[0] == Integer.class
                    ? List.of(1213)
                    : parts[0] == DelaySource.class
                            ? List.of(DelaySource.values())
                            : parts[0] == ChangeKind.class
                                    ? List.of(ChangeKind.values())
                                    : path.endsWith("ventsByKind") ? KEYS.subList(0, 1) : KEYS;
            keys.forEach(key -> map.put(key, of(parts[1], path + "." + key, listDepth)));
            boolean isSum = parts[1] == Long.class && parts[0] != ChangeKind.class;
            if (listDepth == 0) {
                (isSum ? NUMBERS : OTHERS).add(path);
            }
            return map;
        }
        if (listDepth == 0) {
            NUMBERS.add(path);
        }
        Object element = listDepth > 0 ? null : of(parts[0], path, 1);
        if (path.equals("write.workloads")) {
            for (String number : List.copyOf(NUMBERS)) {
                if (number.startsWith("write.") && !number.equals(path)) {
                    NUMBERS.add("loads.a." + number.substring("write.".length()));
                }
            }
        }
        return listDepth > 0 ? List.of() : Collections.nCopies(1 + (path.hashCode() & 7), element);
    }
}
