// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.Output;
import io.github.cdctester.consumer.ConsumerSpec.Ready;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RunningConsumersTest {

    private static final Endpoint SERVER = Endpoint.of("jdbc:mysql://127.0.0.1:1/sbtest", "me", "");

    @TempDir
    private Path directory;

    private static ConsumerSpec consumer(String name, String onTermination) {
        return new ConsumerSpec(
                name,
                new Output(),
                ConsumerSpec.shell("trap '" + onTermination + "; exit 0' TERM; echo go; while :; do sleep 0.05; done"),
                Map.of(),
                Shape.DEFAULT,
                new Ready(Pattern.compile("^go"), 0, Duration.ofSeconds(30)),
                Duration.ofSeconds(5),
                false,
                false,
                false,
                null,
                null);
    }

    /** After Ctrl-C, the time for the end of the command is limited. So the timeouts of the consumers must not add up. */
    @Test
    void closesConsumersAtTheSameTime() {
        Path secondEnds = directory.resolve("second");
        List<String> remarks = new ArrayList<>();
        RunningConsumers consumers = new RunningConsumers(
                List.of(
                        consumer("first", "while [ ! -e " + secondEnds + " ]; do sleep 0.05; done"),
                        consumer("second", "touch " + secondEnds)),
                RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                spec -> SERVER,
                spec -> false,
                new StopSignal(),
                (name, message) -> remarks.add(message));
        try (consumers) {
            consumers.open(false);
            consumers.start();
            remarks.clear();
        }
        assertThat(secondEnds).exists();
        assertThat(remarks).noneMatch(remark -> remark.contains("was killed"));
        assertThat(consumers.consumers())
                .noneMatch(consumer -> consumer.process().orElseThrow().isAlive());
    }
}
