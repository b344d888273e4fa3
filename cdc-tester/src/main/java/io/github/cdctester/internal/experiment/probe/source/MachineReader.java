// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Subject;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.usage.NoReading;
import io.github.cdctester.internal.usage.ProcFiles;
import io.github.cdctester.internal.usage.ProcFiles.CpuShare;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads CPU or memory of this machine, a process, or the server that this process started. */
final class MachineReader implements SourceReader {

    private final ProbeSource.Machine source;
    private final SeriesNames names;
    private final Supplier<Optional<ProcessHandle>> server;
    private final ProcFiles proc = new ProcFiles(Path.of("/proc"));
    private final CpuShare share;
    private @Nullable ProcessHandle previousProcess;

    MachineReader(
            ProbeSource.Machine source, SeriesNames names, Supplier<Optional<ProcessHandle>> server, NanoClock clock) {
        this.source = source;
        this.names = names;
        this.server = server;
        share = new CpuShare(clock);
    }

    @Override
    public Map<String, Double> read() throws NoReading {
        if (source.subject() == Subject.MACHINE) {
            return source.cpu()
                    ? proc.machineCpu(share, names.singleSeries())
                    : Map.of(names.singleSeries(), proc.machineMemory());
        }
        ProcessHandle process = process();
        return source.cpu() ? cpuOf(process) : Map.of(names.singleSeries(), proc.memoryOf(process.pid()));
    }

    private Map<String, Double> cpuOf(ProcessHandle process) throws NoReading {
        // a reused process id has another start time, so its handle is not equal
        if (!process.equals(previousProcess)) {
            share.reset();
            previousProcess = process;
        }
        return share.ofProcessors(
                names.singleSeries(), cpuSeconds(process), Runtime.getRuntime().availableProcessors());
    }

    private double cpuSeconds(ProcessHandle process) throws NoReading {
        if (source.subject() == Subject.THIS_PROCESS
                && ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                && system.getProcessCpuTime() >= 0) {
            return system.getProcessCpuTime() / 1e9;
        }
        Duration cpuTime = process.info()
                .totalCpuDuration()
                .orElseThrow(() -> NoReading.unavailable(
                        "process",
                        process.isAlive()
                                ? "this system does not report the CPU time of process " + process.pid()
                                : "process " + process.pid() + " has ended"));
        return cpuTime.toNanos() / 1e9;
    }

    private ProcessHandle process() throws NoReading {
        if (source.subject() == Subject.THIS_PROCESS) {
            return ProcessHandle.current();
        }
        if (source.subject() == Subject.PROCESS) {
            String pid = source.name();
            return ProcessHandle.of(Long.parseLong(pid))
                    .filter(ProcessHandle::isAlive)
                    .orElseThrow(() -> NoReading.unavailable("process", "there is no process " + pid));
        }
        return server.get()
                .filter(ProcessHandle::isAlive)
                .orElseThrow(
                        () -> NoReading.unavailable("process", "there is no server that this process has started"));
    }
}
