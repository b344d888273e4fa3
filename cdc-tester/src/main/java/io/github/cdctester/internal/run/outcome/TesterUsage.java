// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.util.List;

/**
 * Resources that the tester has used up to the start or the end of the run or of a phase.
 *
 * @param readerCpuSeconds CPU time of the readers' threads in the measured part; -1 if unknown
 * @param missedSamples seconds without a sample
 */
public record TesterUsage(
        ProcessUsage process,
        double readerCpuSeconds,
        long heartbeatReconnects,
        long probeReconnects,
        long missedSamples) {

    /** With fewer bytes, the start-up dominates the CPU time per gigabyte. */
    private static final long MIN_BYTES = 10_000_000;

    public static TesterUsage now(RunStream streams, long missedSamples) {
        return new TesterUsage(
                ProcessUsage.now(),
                streams.readerCpuSeconds(),
                streams.heartbeatReconnects(),
                streams.probeReconnects(),
                missedSamples);
    }

    /** Returns the usage at the start of the measured part. Includes the reconnects before it. */
    static TesterUsage atStart() {
        return new TesterUsage(ProcessUsage.now(), 0, 0, 0, 0);
    }

    TesterUsage withProcess(ProcessUsage newProcess) {
        return new TesterUsage(newProcess, readerCpuSeconds, heartbeatReconnects, probeReconnects, missedSamples);
    }

    /** Returns the resources used in a phase, without the machine's load and the worker nodes: these are measured only for the whole run. */
    public TesterSummary summaryUntil(TesterUsage end, long bytes) {
        return summaryUntil(end, bytes, -1, List.of());
    }

    /**
     * Returns the resources used meanwhile.
     *
     * @param bytes bytes of the log that arrived meanwhile
     * @param machineLoad share of the machine's processors in use, 0 to 1; negative if unknown
     */
    TesterSummary summaryUntil(TesterUsage end, long bytes, double machineLoad, List<NodeSummary> nodes) {
        double cpuSeconds = process.cpuNanos() < 0 || end.process.cpuNanos() < 0
                ? -1
                : (end.process.cpuNanos() - process.cpuNanos()) / 1e9;
        return new TesterSummary(
                cpuSeconds,
                cpuSeconds < 0 || bytes < MIN_BYTES ? null : (Double) (cpuSeconds / (bytes / 1e9)),
                readerCpuSeconds < 0 || end.readerCpuSeconds < 0 ? -1 : end.readerCpuSeconds - readerCpuSeconds,
                machineLoad < 0 ? null : (Double) (100 * machineLoad),
                end.process.gcMillis() - process.gcMillis(),
                ProcessUsage.maxHeapBytes(),
                end.missedSamples - missedSamples,
                end.heartbeatReconnects - heartbeatReconnects,
                end.probeReconnects - probeReconnects,
                nodes);
    }
}
