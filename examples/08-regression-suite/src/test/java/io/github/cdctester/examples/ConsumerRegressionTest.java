// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import static io.github.cdctester.assertj.CdcAssertions.assertThat;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static io.github.cdctester.result.ConsumerResult.Delivery.AT_LEAST_ONCE;
import static io.github.cdctester.result.ConsumerResult.Delivery.EXACTLY_ONCE;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.RunScope;
import io.github.cdctester.baseline.Baseline;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.junit.CdcTesterExtension;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that Debezium and Kafka lose no change, and that changes arrive as fast as in earlier nightly runs. */
@ExtendWith(CdcTesterExtension.class)
@Timeout(300)
class ConsumerRegressionTest {

    @ParameterizedTest
    @ValueSource(strings = "mysql:9.7") // more versions: {"mysql:8.4", "mysql:9.7"}
    void losesNothingWhenItsConnectionBreaks(String image, RunScope scope) throws Exception {
        try (Pipeline pipeline = Pipeline.start(image)) {
            RunResult result = plan(pipeline, scope)
                    .inject(FaultSchedule.parse("at 3s: cut 2s"), pipeline.network())
                    .run();

            assertThat(result).isLossless(); // the server's own binlog: otherwise the consumer is not at fault
            ConsumerResult consumer = result.consumers().get(0);
            Verdict verdict = consumer.verdict();
            assertThat(consumer.delivery())
                    .as("%s, missing: %s, first: %s", verdict.status(), verdict.missing(), verdict.firstOffender())
                    .isIn(EXACTLY_ONCE, AT_LEAST_ONCE); // a restart may repeat changes, but must not lose any
        }
    }

    @Test
    @Tag("nightly")
    void delayIsLikeInEarlierNights(RunScope scope) throws Exception {
        try (Pipeline pipeline = Pipeline.start("mysql:9.7")) {
            plan(pipeline, scope).run(); // warms up the JVM; its result is not compared
            List<RunResult> runs = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                runs.add(plan(pipeline, scope).run());
            }
            Baseline.in(Path.of("src/test/baselines.json"), "debezium to kafka, 200 tx/s")
                    .judging("consumers.debezium.delay.p50")
                    .allowing(25)
                    .check(runs)
                    .orThrow();
        }
    }

    private static PlanBuilder plan(Pipeline pipeline, RunScope scope) {
        return scope.plan()
                .endpoint(pipeline.mysql().endpoint())
                .workload(Sysbench.oltpWriteOnly().tables(2).tableSize(1_000))
                .load(openLoop(4, perSecond(200)))
                .window(warmUp(ofSeconds(1)), measure(ofSeconds(8)))
                .prepareFirst()
                .cleanupAfter()
                .consumer(pipeline.probe());
    }
}
