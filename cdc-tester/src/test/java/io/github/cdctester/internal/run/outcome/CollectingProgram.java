// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Collects garbage until its collector has counted enough time, and compares this with the reported pauses. */
final class CollectingProgram {

    static final String DONE = "done";

    private static final long MIN_MILLIS = 50;

    private CollectingProgram() {}

    public static void main(String[] arguments) {
        byte[][] liveData = new byte[20_000][1_000];
        while (millis(true) + millis(false) < MIN_MILLIS) {
            System.gc();
        }
        long concurrentMillis = millis(true);
        long reportedMillis = ProcessUsage.now().gcMillis();
        if (concurrentMillis == 0) {
            assertThat(reportedMillis).isGreaterThanOrEqualTo(MIN_MILLIS);
        } else {
            assertThat(reportedMillis).isLessThan(concurrentMillis / 2);
        }
        assertThat(liveData).hasNumberOfRows(20_000);
        System.out.println(DONE);
    }

    private static long millis(boolean areConcurrent) {
        List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
        return beans.stream()
                .filter(bean -> bean.getName().contains("Cycles") == areConcurrent)
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }
}
