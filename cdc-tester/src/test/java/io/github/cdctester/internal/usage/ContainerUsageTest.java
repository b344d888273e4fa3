// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.usage.CostSource.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Simulates {@code /proc} and cgroup files. */
@Timeout(30)
final class ContainerUsageTest {

    @TempDir
    Path directory;

    private final AtomicReference<String> containerJson = new AtomicReference<>(runningContainer(17, "bridge"));

    private static String runningContainer(long pid, String network) {
        return "{\"State\": {\"Pid\": " + pid + "}, \"HostConfig\": {\"NetworkMode\": \"" + network + "\"}}";
    }

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void writeNetwork(long pid, long receivedBytes, long sentBytes) throws IOException {
        write(
                "proc/" + pid + "/net/dev",
                "Inter-|   Receive                |  Transmit\n face |bytes packets |bytes packets\n"
                        + "    lo: 999 1 0 0 0 0 0 0 999 1 0 0 0 0 0 0\n"
                        + "  eth0:" + receivedBytes + " 1 0 0 0 0 0 0 " + sentBytes + " 1 0 0 0 0 0 0\n");
    }

    private void writeCgroupV2(double cpuSeconds, long readBytes) throws IOException {
        write("cgroup/docker/c1/cpu.stat", "usage_usec " + (long) (cpuSeconds * 1e6) + "\nuser_usec 1\n");
        write("cgroup/docker/c1/memory.current", "120000000\n");
        write("cgroup/docker/c1/memory.stat", "anon 5\ninactive_file 20000000\n");
        write(
                "cgroup/docker/c1/io.stat",
                "8:0 rbytes=" + readBytes + " wbytes=4096 rios=1 wios=1\n253:0 rbytes=1 wbytes=2 rios=0\n");
    }

    private ContainerUsage usageOf(FakeEngine engine) {
        return new ContainerUsage(
                new DockerSocket(engine.address(), Duration.ofSeconds(10)),
                new ProcFiles(directory.resolve("proc")),
                new ProcFiles(directory.resolve("cgroup")),
                "c1");
    }

    private FakeEngine engine() throws IOException {
        return new FakeEngine(
                directory.resolve("docker.sock"),
                path -> path.equals("/containers/c1/json") ? containerJson.get() : null);
    }

    @Test
    void readsCgroupV2RelativeToFirstReading() throws Exception {
        write("proc/17/cgroup", "0::/docker/c1\n");
        writeNetwork(17, 1_000, 500);
        writeCgroupV2(10, 5_000);
        try (FakeEngine engine = engine()) {
            ContainerUsage usage = usageOf(engine);
            assertThat(usage.read()).isEqualTo(new Usage(0, 100_000_000, 0L, 0L, 0L, 0L));

            writeNetwork(17, 4_000, 700);
            writeCgroupV2(12.5, 6_000);

            assertThat(usage.read()).isEqualTo(new Usage(2.5, 100_000_000, 1_000L, 0L, 3_000L, 200L));
        }
    }

    @Test
    void readsCgroupV1() throws Exception {
        write("proc/17/cgroup", "7:blkio:/docker/c1\n4:memory:/docker/c1\n2:cpu,cpuacct:/docker/c1\n0::/docker/c1\n");
        writeNetwork(17, 0, 0);
        write("cgroup/memory/docker/c1/memory.usage_in_bytes", "50000000");
        write("cgroup/memory/docker/c1/memory.stat", "inactive_file 7\ntotal_inactive_file 10000000\n");
        write("cgroup/cpu,cpuacct/docker/c1/cpuacct.usage", "1000000000\n");
        write("cgroup/blkio/docker/c1/blkio.throttle.io_service_bytes", "Total 0\n");
        try (FakeEngine engine = engine()) {
            ContainerUsage usage = usageOf(engine);
            usage.read();

            write("cgroup/cpu,cpuacct/docker/c1/cpuacct.usage", "1750000000\n");
            write(
                    "cgroup/blkio/docker/c1/blkio.throttle.io_service_bytes",
                    "8:0 Read 4096\n8:0 Write 100\n8:0 Total 4196\n8:16 Read 4\n8:16 Write 0\nTotal 4200\n");

            assertThat(usage.read()).isEqualTo(new Usage(0.75, 40_000_000, 4_100L, 100L, 0L, 0L));
        }
    }

    @Test
    void sumsContinueAfterRestart() throws Exception {
        write("proc/17/cgroup", "0::/docker/c1\n");
        writeNetwork(17, 1_000, 0);
        writeCgroupV2(10, 0);
        try (FakeEngine engine = engine()) {
            ContainerUsage usage = usageOf(engine);
            usage.read();
            writeCgroupV2(14, 0);
            usage.read();

            containerJson.set(runningContainer(0, "bridge"));
            Files.delete(directory.resolve("proc/17/net/dev"));
            assertThat(usage.read()).isEqualTo(new Usage(4, 0, 0L, 0L, 0L, 0L));
            assertThat(usage.read()).isEqualTo(new Usage(4, 0, 0L, 0L, 0L, 0L));

            containerJson.set(runningContainer(18, "bridge"));
            write("proc/18/cgroup", "0::/docker/c1\n");
            writeNetwork(18, 50, 0);
            writeCgroupV2(1, 0);
            assertThat(usage.read().cpuSeconds()).isEqualTo(5);
            assertThat(usage.read().receivedBytes()).isEqualTo(50);
        }
    }

    /** After the restart, a new cgroup with the same name counts from 0. */
    @Test
    void sumsContinueAfterQuickRestartOnHostNetwork() throws Exception {
        containerJson.set(runningContainer(17, "host"));
        write("proc/17/cgroup", "0::/docker/c1\n");
        writeCgroupV2(10, 0);
        try (FakeEngine engine = engine()) {
            ContainerUsage usage = usageOf(engine);
            usage.read();
            writeCgroupV2(14, 0);
            usage.read();

            containerJson.set(runningContainer(18, "host"));
            Files.delete(directory.resolve("proc/17/cgroup"));
            write("proc/18/cgroup", "0::/docker/c1\n");
            writeCgroupV2(1, 0);
            assertThat(usage.read().cpuSeconds()).isEqualTo(4);
            assertThat(usage.read().cpuSeconds()).isEqualTo(5);
        }
    }

    @Test
    void receivedBytesAreUnknownOnHostNetwork() throws Exception {
        containerJson.set(runningContainer(17, "host"));
        write("proc/17/cgroup", "0::/docker/c1\n");
        writeNetwork(17, 1_000, 0);
        writeCgroupV2(10, 0);
        try (FakeEngine engine = engine()) {
            assertThat(usageOf(engine).read().receivedBytes()).isNull();
        }
    }

    @Test
    void reportsContainerThatCannotBeRead() throws Exception {
        try (FakeEngine engine = engine()) {
            ContainerUsage usage = usageOf(engine);
            assertThatThrownBy(usage::read).isInstanceOf(NoReading.class).hasMessageContaining("/proc/17/cgroup");
            containerJson.set(runningContainer(0, "bridge"));
            assertThatThrownBy(usage::read).hasMessage("container c1 is not running");
            containerJson.set(null);
            assertThatThrownBy(usage::read).hasMessageContaining("there is no such container");
        }
    }
}
