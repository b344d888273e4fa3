// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.usage.CostSampler;
import io.github.cdctester.result.summary.ConsumerCost;
import io.github.cdctester.suite.server.RequiresDocker;
import java.io.IOException;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;

/** Compares the measured cost of a real container with counters inside the container. */
@RequiresDocker
@Timeout(120)
final class ContainerCostIT {

    private static final String BURN_CPU = "i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done";

    private static final GenericContainer<?> CONTAINER = new GenericContainer<>(
                    System.getProperty("cdctester.mysql.image", "mysql:9.7"))
            .withCreateContainerCmdModifier(
                    create -> create.withEntrypoint("sleep").withCmd("600"));

    @BeforeAll
    static void start() {
        CONTAINER.start();
    }

    @AfterAll
    static void stop() {
        CONTAINER.stop();
    }

    private static String run(String command) throws IOException, InterruptedException {
        ExecResult result = CONTAINER.execInContainer("bash", "-c", command);
        assertThat(result.getExitCode()).as(result.getStderr()).isZero();
        return result.getStdout();
    }

    private static double cpuSeconds() throws IOException, InterruptedException {
        String nanos = run("cat /sys/fs/cgroup/cpuacct/cpuacct.usage 2>/dev/null"
                + " || echo $(sed -n 's/usage_usec //p' /sys/fs/cgroup/cpu.stat)000");
        return Double.parseDouble(nanos.strip()) / 1e9;
    }

    @Test
    void measuredCpuTimeEqualsControlGroupCounter() throws Exception {
        try (CostSampler sampler = CostSampler.ofContainer("test", CONTAINER.getContainerId())) {
            sampler.windowOpens();
            assertThat(sampler.failure()).isEmpty();
            double secondsBefore = cpuSeconds();
            run("for n in 1 2 3 4; do (" + BURN_CPU + ") & done; wait");
            double secondsAfter = cpuSeconds();
            sampler.freeze();

            ConsumerCost cost = sampler.cost().orElseThrow();
            assertThat(cost.cpuSeconds()).isCloseTo(secondsAfter - secondsBefore, Percentage.withPercentage(2));
            assertThat(cost.receivedBytes()).isNotNull();
            assertThat(cost.diskReadBytes()).isNotNull();
            assertThat(cost.seconds()).isNotEmpty();
        }
    }

    @Test
    void measuresPeakMemory() throws Exception {
        String name = CONTAINER.getContainerInfo().getName().replaceFirst("^/", "");
        try (CostSampler sampler = CostSampler.ofContainer("test", name)) {
            sampler.windowOpens();
            // the shell keeps the text in memory while it sleeps
            run("text=$(head -c 100000000 /dev/zero | tr '\\0' x); sleep 3; echo ${#text}");
            sampler.freeze();

            ConsumerCost cost = sampler.cost().orElseThrow();
            assertThat(cost.peakResidentBytes()).isGreaterThan(95_000_000).isLessThan(500_000_000);
            assertThat(cost.meanResidentBytes()).isPositive().isLessThan(cost.peakResidentBytes());
        }
    }

    @Test
    void reportsMissingContainer() {
        try (CostSampler sampler = CostSampler.ofContainer("test", "cdc-tester-none")) {
            sampler.freeze();

            assertThat(sampler.cost()).isEmpty();
            assertThat(sampler.failure())
                    .hasValueSatisfying(why -> assertThat(why).contains("there is no such container"));
        }
    }
}
