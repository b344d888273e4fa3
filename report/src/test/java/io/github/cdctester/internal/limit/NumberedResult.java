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

/** Each number is computed from its path, so that a name that reads the wrong number is detected. */
final class NumberedResult {

    /** Includes numbers below {@code loads.a} and {@code consumers.a}. */
    static final TreeSet<String> NUMBERS = new TreeSet<>();

    static final TreeSet<String> OTHER_PATHS = new TreeSet<>();

    private static final List<String> MAP_KEYS = List.of("XID", "sb.test.t");

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
        Class<?> rawType = (Class<?>) type;
        if (rawType.isRecord() && rawType != Note.class) {
            return record(rawType, path, listDepth);
        }
        boolean isNumber = rawType != boolean.class && rawType.isPrimitive() || Number.class.isAssignableFrom(rawType);
        if (listDepth == 0) {
            (isNumber ? NUMBERS : OTHER_PATHS).add(path);
        }
        if (rawType == double.class || rawType == Double.class) {
            return number(path);
        } else if (rawType == long.class || rawType == Long.class) {
            return (long) number(path);
        } else if (rawType == int.class || rawType == Integer.class) {
            return (int) number(path);
        } else if (rawType == boolean.class || rawType == Boolean.class) {
            return true;
        } else if (rawType == Instant.class) {
            return Instant.EPOCH;
        } else if (rawType.isEnum()) {
            return rawType.getEnumConstants()[rawType.getEnumConstants().length - 1];
        }
        return rawType == Note.class ? Note.of(Note.Code.TRIAL_FAILED) : "a";
    }

    private static Object record(Class<?> rawType, String path, int listDepth) {
        RecordComponent[] components = rawType.getRecordComponents();
        Object[] values = Arrays.stream(components)
                .map(component -> of(
                        component.getGenericType(),
                        path.isEmpty() ? component.getName() : path + "." + component.getName(),
                        listDepth))
                .toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return rawType.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(path, e);
        }
    }

    private static Object ofGeneric(ParameterizedType type, String path, int listDepth) {
        Type[] typeArguments = type.getActualTypeArguments();
        if (type.getRawType() == Map.class) {
            Map<Object, Object> map = new TreeMap<>();
            List<?> keys = typeArguments[0] == Integer.class
                    ? List.of(1213)
                    : typeArguments[0] == DelaySource.class
                            ? List.of(DelaySource.values())
                            : typeArguments[0] == ChangeKind.class
                                    ? List.of(ChangeKind.values())
                                    : path.endsWith("ventsByKind") ? MAP_KEYS.subList(0, 1) : MAP_KEYS;
            keys.forEach(key -> map.put(key, of(typeArguments[1], path + "." + key, listDepth)));
            boolean isSum = typeArguments[1] == Long.class && typeArguments[0] != ChangeKind.class;
            if (listDepth == 0) {
                (isSum ? NUMBERS : OTHER_PATHS).add(path);
            }
            return map;
        }
        if (listDepth == 0) {
            NUMBERS.add(path);
        }
        Object element = listDepth > 0 ? null : of(typeArguments[0], path, 1);
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
