// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counters at one moment, or the difference of two moments. {@code others} contains nonzero counters that are no sums. */
public record WriteCounts(
        Map<String, Long> transactionsByKind, Map<Integer, Long> errorsPerCode, Map<Metric, Long> others) {

    public static final WriteCounts ZERO = new WriteCounts(Map.of(), Map.of(), Map.of());

    public long get(Metric metric) {
        return switch (metric) {
            case WRITE_TRANSACTIONS -> sum(transactionsByKind);
            case QUERIES -> get(Metric.READS) + get(Metric.WRITES) + get(Metric.OTHER);
            case ERRORS -> sum(errorsPerCode);
            default -> others.getOrDefault(metric, 0L);
        };
    }

    public WriteCounts minus(WriteCounts earlier) {
        return combine(earlier, -1);
    }

    public WriteCounts plus(WriteCounts more) {
        return combine(more, 1);
    }

    MetricValues values() {
        MetricValues values = MetricValues.of(Metric.Subject.WRITE);
        for (Metric metric : Metric.of(Metric.Subject.WRITE)) {
            if (metric.meterType() == Metric.MeterType.COUNTER) {
                values.with(metric, get(metric));
            }
        }
        Map<String, Long> byCode = new TreeMap<>();
        errorsPerCode.forEach((code, count) -> byCode.put(String.valueOf(code), count));
        return values.with(Metric.WRITE_TRANSACTIONS, transactionsByKind).with(Metric.ERRORS, byCode);
    }

    private WriteCounts combine(WriteCounts counts, int sign) {
        Map<String, Long> kinds = new TreeMap<>(transactionsByKind);
        Map<Integer, Long> codes = new TreeMap<>(errorsPerCode);
        Map<Metric, Long> counters = new EnumMap<>(Metric.class);
        counters.putAll(others);
        add(kinds, counts.transactionsByKind, sign);
        add(codes, counts.errorsPerCode, sign);
        add(counters, counts.others, sign);
        codes.values().removeIf(count -> count == 0);
        counters.values().removeIf(count -> count == 0);
        return new WriteCounts(kinds, codes, counters);
    }

    private static <K> void add(Map<K, Long> to, Map<K, Long> more, int sign) {
        more.forEach((key, count) -> to.merge(key, sign * count, Long::sum));
    }

    private static long sum(Map<?, Long> map) {
        return map.values().stream().mapToLong(Long::longValue).sum();
    }
}
