// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.result.summary.ConsumerCost;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Uses real process trees, and the usage that the operating system reports. */
@Timeout(120)
final class TreeUsageTest {

    private static final String BURN_FUNCTION = "burn() { i=0; while [ $i -lt $1 ]; do i=$((i+1)); done; }; ";

    /** Runs a shell command, and prints the CPU seconds of its ended children. */
    private static final String PRINT_CHILDREN_CPU = "import os, resource, subprocess, sys\n"
            + "subprocess.run(['bash', '-c', sys.argv[1]])\n"
            + "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
            + "print('cpu', used.ru_utime + used.ru_stime, flush=True)\n"
            + "sys.stdin.readline()\n";

    @TempDir
    Path directory;

    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void skipWithoutLinuxAndPython() throws Exception {
        boolean isLinux = Files.isDirectory(Path.of("/proc/self"));
        boolean hasPython = isLinux && succeeds("python3", "-c", "import resource") && succeeds("bash", "-c", "true");
        if (!hasPython) {
            System.out.println("TreeUsageTest is skipped: it needs Linux, bash and python3");
        }
        assumeTrue(hasPython);
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @AfterEach
    void endProcesses() throws InterruptedException {
        for (Process process : processes) {
            List<ProcessHandle> descendants = process.descendants().toList();
            process.destroyForcibly().waitFor();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private Process start(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        processes.add(process);
        return process;
    }

    private static CostSampler sampler(Process process) {
        return CostSampler.ofProcess("test", () -> Optional.of(process.toHandle()), Optional.empty());
    }

    static Stream<String> trees() {
        return Stream.of(
                BURN_FUNCTION + "burn 900000",
                BURN_FUNCTION + "for n in 1 2 3 4; do (burn 220000); done",
                BURN_FUNCTION + "for n in 1 2 3 4 5 6 7 8; do (burn 110000) & done; wait",
                // children of children, and many children that end within one sampling period
                BURN_FUNCTION + "for n in 1 2 3; do bash -c '" + BURN_FUNCTION
                        + "(burn 150000); (burn 150000) & wait'; done",
                BURN_FUNCTION + "for n in $(seq 60); do (burn 15000); done");
    }

    @Test
    void measuresCpuTimeWhileParentRuns() throws Exception {
        Process process =
                start("python3", "-c", PRINT_CHILDREN_CPU, BURN_FUNCTION + "for n in $(seq 60); do (burn 15000); done");
        try (CostSampler sampler = sampler(process)) {
            double expectedSeconds = cpuSeconds(process);
            sampler.freeze();

            double processSeconds =
                    process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
            assertThat(cost(sampler).cpuSeconds() - processSeconds)
                    .isCloseTo(expectedSeconds, Percentage.withPercentage(2));
        }
    }

    /** Tries up to three times: on a busy machine, the tree may end long after the last reading. */
    @ParameterizedTest
    @MethodSource("trees")
    void measuresCpuTimeOfTreeThatHasEnded(String command) throws Exception {
        Path times = directory.resolve("times");
        List<Double> ratios = new ArrayList<>();
        while (ratios.size() < 3 && ratios.stream().noneMatch(ratio -> Math.abs(ratio - 1) <= 0.02)) {
            Process process = start("bash", "-c", command + "; times > '" + times + "'");
            try (CostSampler sampler = sampler(process)) {
                process.waitFor();
                sampler.freeze();

                ratios.add(cost(sampler).cpuSeconds() / sumSeconds(times));
                assertThat(cost(sampler).meanResidentBytes()).isPositive();
            }
        }
        assertThat(ratios).last(InstanceOfAssertFactories.DOUBLE).isCloseTo(1, Percentage.withPercentage(2));
    }

    @Test
    void keepsUsageOfChildThatIsNotReaped() throws Exception {
        // the parent ignores SIGCHLD, so the system discards the CPU times of its children when they end
        String ignoringParent = "import signal, subprocess, sys, time\n"
                + "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
                + "subprocess.Popen(['bash', '-c', sys.argv[1]])\n"
                + "time.sleep(100)\n";
        Path times = directory.resolve("times");
        Process process = start(
                "python3",
                "-c",
                ignoringParent,
                BURN_FUNCTION + "burn 600000; times > '" + times + "'; echo ended; read");
        try (CostSampler sampler = sampler(process)) {
            awaitLine(process, "ended");
            ProcessHandle child = process.children().findFirst().orElseThrow();
            sampler.windowOpens();
            respond(process);
            child.onExit().get(60, TimeUnit.SECONDS);
            sampler.freeze();

            assertThat(process.isAlive()).isTrue();
            double usedSeconds =
                    cost(sampler).startupCpuSeconds() + cost(sampler).cpuSeconds();
            assertThat(usedSeconds).isGreaterThan(0.98 * sumSeconds(times));
        }
    }

    @Test
    void followsChildWhoseParentEnded() throws Exception {
        Process process = start("bash", "-c", "sleep 100 & echo ready; read");
        List<ProcessHandle> descendants = new ArrayList<>();
        try (CostSampler sampler = sampler(process)) {
            awaitLine(process, "ready");
            process.descendants().forEach(descendants::add);
            sampler.windowOpens();
            respond(process);
            process.waitFor();
            sampler.windowOpens();
            sampler.freeze();

            assertThat(descendants).hasSize(1).allMatch(ProcessHandle::isAlive);
            assertThat(cost(sampler).peakResidentBytes()).isPositive();
        } finally {
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void measuresPeakMemoryOfAllProcesses() throws Exception {
        String allocate = "python3 -c \"b = bytearray(100_000_000); b[::4096] = b'x' * len(b[::4096]); print('ready',"
                + " flush=True); import sys; sys.stdin.readline()\"";
        Process process = start("bash", "-c", allocate + "; echo freed; read");
        try (CostSampler sampler = sampler(process)) {
            awaitLine(process, "ready");
            sampler.windowOpens();
            long peakBytes = awaitPeak(sampler, 100_000_000);
            respond(process);
            awaitLine(process, "freed");
            sampler.windowOpens();
            sampler.freeze();

            assertThat(peakBytes).isBetween(100_000_000L, 140_000_000L);
            assertThat(cost(sampler).peakResidentBytes()).isLessThan(50_000_000);
        }
    }

    private static long awaitPeak(CostSampler sampler, long minBytes) throws InterruptedException {
        while (cost(sampler).peakResidentBytes() < minBytes) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return cost(sampler).peakResidentBytes();
    }

    @Test
    void countsDiskBytesOfEndedChildren() throws Exception {
        Path file = directory.resolve("written");
        Process process = start(
                "bash",
                "-c",
                "dd if=/dev/zero of='" + file + "' bs=1000000 count=20 conv=fsync 2>/dev/null; echo ready; read");
        try (CostSampler sampler = sampler(process)) {
            awaitLine(process, "ready");
            sampler.freeze();

            ConsumerCost cost = cost(sampler);
            assertThat(cost.diskWrittenBytes().doubleValue()).isCloseTo(20_000_000, within(2_000_000.0));
            assertThat(cost.receivedBytes()).isNull();
            assertThat(cost.sentBytes()).isNull();
        }
    }

    @Test
    void continuesAfterRestart() throws Exception {
        Path times = directory.resolve("times");
        List<Process> restarts = new ArrayList<>();
        try (CostSampler sampler = CostSampler.ofProcess(
                "test",
                () -> restarts.stream().reduce((first, last) -> last).map(Process::toHandle),
                Optional.of(() -> 7_000))) {
            assertThat(sampler.cost()).isEmpty();
            double expectedSeconds = 0;
            for (int i = 0; i < 2; i++) {
                restarts.add(start("bash", "-c", BURN_FUNCTION + "burn 600000; times > '" + times + "'"));
                restarts.get(i).waitFor();
                sampler.windowOpens();
                expectedSeconds += sumSeconds(times);
            }
            sampler.freeze();

            assertThat(cost(sampler).startupCpuSeconds()).isCloseTo(expectedSeconds, Percentage.withPercentage(2));
            assertThat(cost(sampler).receivedBytes()).isZero();
        }
    }

    private static void respond(Process process) throws IOException {
        process.outputWriter().write("\n");
        process.outputWriter().flush();
    }

    private static ConsumerCost cost(CostSampler sampler) {
        return sampler.cost().orElseThrow();
    }

    private static double cpuSeconds(Process process) throws IOException {
        return Double.parseDouble(awaitLine(process, "cpu").split(" ")[1]);
    }

    private static String awaitLine(Process process, String start) throws IOException {
        BufferedReader lines = process.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(start)) {
                return line;
            }
        }
        throw new AssertionError("the process ended without a line " + start);
    }

    /** Bash's {@code times} prints user and system times of the shell and its children, such as 0m1.250s. */
    private static double sumSeconds(Path times) throws IOException {
        return Stream.of(Files.readString(times, StandardCharsets.US_ASCII).split("\\s+"))
                .map(time -> time.split("[ms]"))
                .mapToDouble(parts -> 60 * Double.parseDouble(parts[0]) + Double.parseDouble(parts[1]))
                .sum();
    }
}
