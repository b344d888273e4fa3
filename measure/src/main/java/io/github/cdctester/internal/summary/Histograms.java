// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.result.sample.SampleRow;
import java.util.Objects;
import java.util.stream.Stream;

/** Determines the size of the histograms in a row, and removes them. */
public final class Histograms {

    private Histograms() {}

    public static long sizeBytes(SampleRow row) {
        Stream<SampleRow.Cdc> streams = Stream.concat(
                Stream.ofNullable(row.cdc()), row.streams().stream().map(SampleRow.Stream::cdc));
        Stream<SampleRow.Write> loads = Stream.concat(
                Stream.ofNullable(row.write()), row.workloads().stream().map(SampleRow.Workload::write));
        return Stream.concat(
                        streams.map(SampleRow.Cdc::delayHistogram),
                        loads.flatMap(load -> Stream.of(load.latencyHistogram(), load.startDelayHistogram())))
                .filter(Objects::nonNull)
                .mapToLong(String::length)
                .sum();
    }

    public static SampleRow removeFrom(SampleRow row) {
        return new SampleRow(
                row.second(),
                row.phase(),
                row.seconds(),
                row.write() == null ? null : removeFrom(row.write()),
                row.cdc() == null ? null : removeFrom(row.cdc()),
                row.streams().stream()
                        .map(stream -> new SampleRow.Stream(stream.name(), removeFrom(stream.cdc())))
                        .toList(),
                row.workloads().stream()
                        .map(load -> new SampleRow.Workload(load.name(), removeFrom(load.write())))
                        .toList(),
                row.probes(),
                row.consumers());
    }

    private static SampleRow.Write removeFrom(SampleRow.Write load) {
        return new SampleRow.Write(
                load.values(),
                load.latency(),
                load.startDelay(),
                load.serviceTime(),
                null,
                null,
                load.transactionsByKind());
    }

    private static SampleRow.Cdc removeFrom(SampleRow.Cdc stream) {
        return new SampleRow.Cdc(stream.delay(), stream.values(), stream.eventsByKind(), null);
    }
}
