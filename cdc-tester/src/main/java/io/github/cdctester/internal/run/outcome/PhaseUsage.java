// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.util.List;

/**
 * Resources that the tester has used up to the start or the end of a phase.
 *
 * @param missedSamples seconds without a sample
 */
public record PhaseUsage(
        TesterUsage process,
        double readerCpuSeconds,
        long heartbeatReconnects,
        long probeReconnects,
        long missedSamples) {

    public static PhaseUsage now(RunStream streams, long missedSamples) {
        return new PhaseUsage(
                TesterUsage.ofProcess(),
                streams.readerCpuSeconds(),
                streams.heartbeatReconnects(),
                streams.probeReconnects(),
                missedSamples);
    }

    /**
     * Returns the resources used in the phase. Omits the machine's load and the worker nodes, which are measured only over the whole run.
     *
     * @param bytes bytes of the log that arrived in the phase
     */
    public TesterSummary summaryUntil(PhaseUsage end, long bytes) {
        return process.summaryUntil(
                end.process,
                readerCpuSeconds < 0 || end.readerCpuSeconds < 0 ? -1 : end.readerCpuSeconds - readerCpuSeconds,
                end.heartbeatReconnects - heartbeatReconnects,
                end.probeReconnects - probeReconnects,
                bytes,
                end.missedSamples - missedSamples,
                List.of());
    }
}
