// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.usage.DockerSocket;
import io.github.cdctester.internal.usage.FakeEngine;
import io.github.cdctester.internal.usage.NoReading;
import io.github.cdctester.internal.usage.ProcFiles;
import io.github.cdctester.internal.usage.ProcFiles.CpuShare;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class MachineReadersTest {

    private static final SeriesNames SERIES_NAMES = new SeriesNames("p");

    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpu",
                "memory of this process",
                "cpu of the server",
                "memory of process 17",
                "cpu of container db-1"
            })
    void textOfParsedMetricEqualsInput(String text) {
        assertThat(ProbeSource.Machine.parse(text).text()).isEqualTo(text);
    }

    @Test
    void measuresCpuFromSecondReadingOn() throws Exception {
        ProcFiles proc = new ProcFiles(directory);
        CpuShare share = new CpuShare(NanoClock.SYSTEM);
        Files.writeString(directory.resolve("stat"), "cpu  100 0 50 800 40 5 5 0 30 0\ncpu0 1 2 3 4\n");
        assertThat(proc.machineCpu(share, "p")).isEmpty();

        Files.writeString(directory.resolve("stat"), "cpu  160 0 70 900 50 5 15 0 90 0\n");

        // 90 of 200 ticks were busy; user time includes guest time
        assertThat(proc.machineCpu(share, "p")).isEqualTo(Map.of("p", 45.0));
    }

    @Test
    void readsMemoryOfMachineAndProcess() throws Exception {
        ProcFiles proc = new ProcFiles(directory);
        Files.writeString(
                directory.resolve("meminfo"),
                "MemTotal:       8132932 kB\nMemFree: 1 kB\nMemAvailable:   5132932 kB\n");
        Files.createDirectory(directory.resolve("17"));
        Files.writeString(directory.resolve("17/status"), "Name:\tmariadbd\nVmSize:\t 9 kB\nVmRSS:\t  204800 kB\n");

        assertThat(proc.machineMemory()).isEqualTo(3_000_000.0 * 1024);
        assertThat(proc.memoryOf(17)).isEqualTo(204_800.0 * 1024);
        assertThatThrownBy(() -> proc.memoryOf(18))
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> new ProcFiles(directory.resolve("none")).machineMemory())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("on Linux only");
    }

    @Test
    void readsThisProcessAndChildProcess() throws Exception {
        Process child = new ProcessBuilder("sleep", "60").start();
        try {
            SourceReader thisProcess = machineReader("cpu of this process", Optional::empty);
            SourceReader server = machineReader("cpu of the server", () -> Optional.of(child.toHandle()));
            SourceReader processById = machineReader("cpu of process " + child.pid(), Optional::empty);
            assertThat(thisProcess.read()).isEmpty();
            assertThat(server.read()).isEmpty();
            assertThat(processById.read()).isEmpty();
            nanos.addAndGet(Duration.ofHours(1).toNanos());

            assertThat(thisProcess.read().get("p")).isBetween(0.0, 100.0);
            assertThat(server.read().get("p")).isCloseTo(0, within(1.0));
            assertThat(processById.read().get("p")).isCloseTo(0, within(1.0));
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThatThrownBy(() -> machineReader("memory of the server", () -> Optional.of(child.toHandle()))
                        .read())
                .hasMessageContaining("no server");
        assertThatThrownBy(() -> machineReader("cpu of process " + child.pid(), Optional::empty)
                        .read())
                .hasMessageContaining("no process " + child.pid());
    }

    @Test
    void containerCpuIsRelativeToItsProcessors() throws Exception {
        AtomicLong usedNanos = new AtomicLong(5_000_000_000L);
        try (FakeEngine engine = new FakeEngine(
                directory.resolve("docker.sock"),
                path -> path.endsWith("/json")
                        ? "{\"HostConfig\": {\"NanoCpus\": 500000000, \"CpuQuota\": 0}}"
                        : "{\"cpu_stats\": {\"cpu_usage\": {\"total_usage\": " + usedNanos.get()
                                + "}, \"online_cpus\": 2}, \"memory_stats\": {\"usage\": 300, \"stats\":"
                                + " {\"inactive_file\": 100}}}")) {
            SourceReader cpu = containerReader(engine, true);
            assertThat(cpu.read()).isEmpty();
            usedNanos.addAndGet(2_000_000_000L);
            nanos.addAndGet(Duration.ofSeconds(10).toNanos());

            assertThat(cpu.read())
                    .as("2 s of CPU time in 10 s, with half a processor")
                    .isEqualTo(Map.of("p", 40.0));
            assertThat(containerReader(engine, false).read()).isEqualTo(Map.of("p", 200.0));
        }
    }

    @Test
    void containerCpuIsRelativeToItsCpuset() throws Exception {
        AtomicLong usedNanos = new AtomicLong();
        try (FakeEngine engine = new FakeEngine(
                directory.resolve("docker.sock"),
                path -> path.endsWith("/json")
                        ? "{\"HostConfig\": {\"NanoCpus\": 0, \"CpuQuota\": 0, \"CpusetCpus\": \"0-1,5\"}}"
                        : "{\"cpu_stats\": {\"cpu_usage\": {\"total_usage\": " + usedNanos.get()
                                + "}, \"online_cpus\": 8}}")) {
            SourceReader cpu = containerReader(engine, true);
            assertThat(cpu.read()).isEmpty();
            usedNanos.addAndGet(15_000_000_000L);
            nanos.addAndGet(Duration.ofSeconds(10).toNanos());

            assertThat(cpu.read())
                    .as("15 s of CPU time in 10 s, with three processors")
                    .isEqualTo(Map.of("p", 50.0));
        }
    }

    @Test
    void reportsUnavailableContainerOrEngine() throws Exception {
        try (FakeEngine engine = new FakeEngine(
                directory.resolve("docker.sock"),
                path -> path.contains("/gone/")
                        ? null
                        : "{\"cpu_stats\": {\"cpu_usage\": {\"total_usage\": 0}}, \"memory_stats\": {}}")) {
            assertThatThrownBy(() -> containerReader(engine, true).read()).hasMessage("container mysql is not running");
            assertThatThrownBy(() ->
                            new DockerSocket(engine.address(), Duration.ofSeconds(5)).get("/containers/gone/json"))
                    .hasMessageContaining("there is no such container");
        }
        assertThatThrownBy(() -> new DockerSocket("tcp://10.0.0.1:2375", Duration.ofSeconds(5)).get("/"))
                .hasMessageContaining("over a unix: socket only");
        assertThatThrownBy(() ->
                        new DockerSocket("unix://" + directory.resolve("no.sock"), Duration.ofSeconds(5)).get("/"))
                .hasMessageContaining("cannot be queried");
    }

    @Test
    void failsWithinTimeoutIfEngineIsSilent() throws Exception {
        try (FakeEngine engine = new FakeEngine(directory.resolve("docker.sock"), path -> "")) {
            engine.silence();
            assertThatThrownBy(() -> new DockerSocket(engine.address(), Duration.ofMillis(200)).get("/"))
                    .isInstanceOf(NoReading.class)
                    .hasMessageContaining("no answer within 200 ms");
        }
    }

    private SourceReader machineReader(String text, Supplier<Optional<ProcessHandle>> server) {
        return new MachineReader(ProbeSource.Machine.parse(text), SERIES_NAMES, server, nanos::get);
    }

    private SourceReader containerReader(FakeEngine engine, boolean measuresCpu) {
        return new ContainerReader(
                new DockerSocket(engine.address(), Duration.ofSeconds(5)),
                "mysql",
                measuresCpu,
                SERIES_NAMES,
                new ProcFiles.CpuShare(nanos::get));
    }
}
