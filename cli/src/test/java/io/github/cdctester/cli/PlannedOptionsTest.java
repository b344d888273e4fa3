// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.stop.StopSignal;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Each option must change the plan, so that no option is ignored. */
class PlannedOptionsTest {

    private static final Endpoint SERVER = Endpoint.of("jdbc:mysql://127.0.0.1:1/test", "u", "p");

    @Command
    private static final class Run {
        @Mixin
        private RunOptions options;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--threads=3",
                "--rate=50",
                "--rate=50 --arrivals=poisson",
                "--ignore-errors=1062",
                "--ignore-errors=all",
                "--time=7",
                "--events=9",
                "--warmup-time=2",
                "--drain-timeout=9",
                "--delay-source=heartbeat",
                "--delay-source=all",
                "--heartbeat-interval=50ms",
                "--resume-timeout=9",
                "--row-counting=exact",
                "--payloads=inflate",
                "--reader=connector",
                "--verify-checksums",
                "--verify=counts",
                "--cdc-failover=127.0.0.1:2",
                "--cdc-url=jdbc:mysql://127.0.0.1:2/",
                "--streams=2",
                "--background=large_transaction",
                "--background=large_transaction --background-threads=2",
                "--background=large_transaction --background-rate=2",
                "--background=large_transaction --trx-size=2GB",
                "--tables=2",
                "--table-size=123",
                "--auto-inc=off",
                "--secondary=on",
                "--create-secondary=off",
                "--create-table-options=x",
                "--point-selects=2",
                "--simple-ranges=2",
                "--sum-ranges=2",
                "--order-ranges=2",
                "--distinct-ranges=2",
                "--index-updates=2",
                "--non-index-updates=2",
                "--delete-inserts=2",
                "--range-selects=off",
                "--range-size=11",
                "--db-ps-mode=disable",
                "--skip-trx=on",
                "--reconnect=5",
                "--rand-type=zipfian",
                "--rand-seed=7",
                "--rand-type=special --rand-spec-iter=3",
                "--rand-type=special --rand-spec-pct=3",
                "--rand-type=special --rand-spec-res=3",
                "--rand-type=pareto --rand-pareto-h=0.3",
                "--rand-type=zipfian --rand-zipfian-exp=0.3",
            })
    void runOptionsChangePlan(String options) {
        assertLastOptionChangesPlan("oltp_read_write", options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--accounts=5", "--transfers=5", "--db-ps-mode=disable", "--reconnect=5", "--rand-seed=7"})
    void transferOptionsChangePlan(String options) {
        assertLastOptionChangesPlan("transfer", options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--warehouses=2", "--tpcc-mix=deck", "--think-times=on", "--terminals=2", "--rand-seed=7"})
    void tpccOptionsChangePlan(String options) {
        assertLastOptionChangesPlan("tpcc", options);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--trx-kind=update",
                "--trx-size=2GB",
                "--row-size=3000",
                "--rows=1000",
                "--trx-count=2",
                "--trx-interval=1s"
            })
    void largeTransactionOptionsChangePlan(String options) {
        assertLastOptionChangesPlan("large_transaction", options);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--tables=12",
                "--storm-kinds=xa",
                "--storm-steps=9",
                "--storm-only=4",
                "--storm-blob=2KB",
                "--rand-seed=7"
            })
    void stormOptionsChangePlan(String options) {
        assertLastOptionChangesPlan("storm", options);
    }

    @Test
    void sameOptionsGiveSamePlan() {
        assertThat(planOf("oltp_read_write", "")).isEqualTo(planOf("oltp_read_write", ""));
    }

    private static void assertLastOptionChangesPlan(String workload, String options) {
        int last = options.lastIndexOf(' ');
        assertThat(planOf(workload, options))
                .as(options)
                .isNotEqualTo(planOf(workload, last < 0 ? "" : options.substring(0, last)));
    }

    private static Plan planOf(String workload, String options) {
        Run run = new Run();
        CommandLine commandLine = new CommandLine(run);
        Converters.register(commandLine);
        commandLine.parseArgs(Stream.concat(
                        Stream.of("--workload=" + workload),
                        Arrays.stream(options.split(" ")).filter(word -> !word.isEmpty()))
                .toArray(String[]::new));
        PlanBuilder plan = run.options.plan(new StopSignal(), Defaults.WARM_UP);
        run.options.setServer(plan, CommandServer.ofEndpoint(SERVER));
        return plan.build();
    }
}
