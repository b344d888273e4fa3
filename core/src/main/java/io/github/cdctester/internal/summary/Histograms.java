// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.result.sample.SampleRow;
import java.util.Objects;
import java.util.stream.Stream;

/** Determines the size of the histograms in a row, and removes them. Each row describes one second. */
public final class Histograms {

    private Histograms() {}

    /** Returns the size of a row's histograms in bytes. They are Base64 texts, which take one byte per character. */
    public static long bytes(SampleRow second) {
        Stream<SampleRow.Cdc> streams = Stream.concat(
                Stream.ofNullable(second.cdc()), second.streams().stream().map(SampleRow.Stream::cdc));
        Stream<SampleRow.Write> loads = Stream.concat(
                Stream.ofNullable(second.write()), second.workloads().stream().map(SampleRow.Workload::write));
        return Stream.concat(
                        streams.map(SampleRow.Cdc::delayHistogram),
                        loads.flatMap(load -> Stream.of(load.latencyHistogram(), load.startDelayHistogram())))
                .filter(Objects::nonNull)
                .mapToLong(String::length)
                .sum();
    }

    public static SampleRow removeFrom(SampleRow second) {
        return new SampleRow(
                second.second(),
                second.phase(),
                second.seconds(),
                second.write() == null ? null : removeFrom(second.write()),
                second.cdc() == null ? null : removeFrom(second.cdc()),
                second.streams().stream()
                        .map(stream -> new SampleRow.Stream(stream.name(), removeFrom(stream.cdc())))
                        .toList(),
                second.workloads().stream()
                        .map(load -> new SampleRow.Workload(load.name(), removeFrom(load.write())))
                        .toList(),
                second.probes(),
                second.consumers());
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
