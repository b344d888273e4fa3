// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Measures the user and system CPU time of this process. */
final class ProcessCpu {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ProcessCpu() {}

    static double seconds() {
        return SYSTEM.getProcessCpuTime() / 1e9;
    }
}
