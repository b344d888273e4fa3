// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.internal.consumer.ConsumerReader;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public final class ConsumerOptions {

    @Option(
            names = "--consumer",
            paramLabel = "FILE",
            description = "Start, judge and stop the consumer of a YAML file, see docs/judge.md; repeatable")
    private List<Path> files = List.of();

    private @Nullable List<ConsumerSpec> cachedConsumers;

    /** Returns the consumers. Reads each file only once, because it may be a pipe. */
    public List<ConsumerSpec> consumers() {
        List<ConsumerSpec> consumers = cachedConsumers;
        if (consumers == null) {
            consumers = files.stream().map(ConsumerReader::readFile).toList();
            cachedConsumers = consumers;
        }
        return consumers;
    }
}
