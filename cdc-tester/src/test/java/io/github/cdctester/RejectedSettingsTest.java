// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.workload.provided.Provided;
import io.github.cdctester.workload.sysbench.Sysbench;
import org.junit.jupiter.api.Test;

/** A call that throws does not change the builder. */
final class RejectedSettingsTest {

    private final PlanBuilder plan = CdcTester.plan()
            // no server listens on this port
            .endpoint(Endpoint.of("jdbc:mariadb://127.0.0.1:1/sbtest", "root", ""))
            .workload(Sysbench.oltpInsert());

    @Test
    void rejectedBackgroundLoadKeepsEarlierOne() {
        plan.background(Sysbench.oltpReadOnly(), closedLoop(2));
        assertThatThrownBy(() -> plan.background(Provided.workload("nope"), closedLoop(1)))
                .isInstanceOf(InvalidPlanException.class);
        assertThat(plan.build().loads()).extracting(NamedLoad::background).containsExactly(false, true);

        plan.background(Sysbench.oltpUpdateIndex(), closedLoop(3));
        assertThat(plan.build().loads())
                .hasSize(2)
                .last()
                .satisfies(load -> assertThat(load.load()).isEqualTo(closedLoop(3)));
    }

    @Test
    void rejectedProbeIsNotAdded() {
        plan.probe("a", "command ./a.sh");
        assertThatThrownBy(() -> plan.probe("a", "command ./other.sh")).isInstanceOf(InvalidPlanException.class);
        plan.probe("b", "command ./b.sh");
        assertThat(plan.draft.probes()).extracting(ProbeSpec::name).containsExactly("a", "b");
    }

    @Test
    void rejectedConsumersAreNotAdded() {
        ConsumerProbe c = ConsumerProbe.named("c");
        ConsumerProbe d = ConsumerProbe.named("d");
        plan.consumer(c);
        assertThatThrownBy(() -> plan.consumer(d, c)).isInstanceOf(InvalidPlanException.class);
        assertThatThrownBy(() -> plan.consumer(d, ConsumerProbe.named("d"))).isInstanceOf(InvalidPlanException.class);
        assertThatThrownBy(() -> plan.consumer(d, null)).isInstanceOf(NullPointerException.class);
        ConsumerSpec e = ConsumerSpec.ofCommand("e", "cat");
        assertThatThrownBy(() -> plan.consumer(e, ConsumerSpec.ofCommand("c", "cat")))
                .isInstanceOf(InvalidPlanException.class);
        plan.consumer(d);
        plan.consumer(e);
        assertThat(settings().judgedConsumers()).containsExactly("c", "d", "e");
    }

    @Test
    void rejectedFaultsAreNotAdded() {
        FaultProxy[] noProxies = null;
        assertThatThrownBy(() -> plan.inject(FaultSchedule.parse("at 1s: kill-dump"), noProxies))
                .isInstanceOf(NullPointerException.class);
        assertThat(settings().injection().schedule()).isEqualTo(FaultSchedule.NONE);
    }

    @Test
    void rejectsLoadWithoutWorkload() {
        PlanBuilder observer = CdcTester.plan().endpoint(plan.build().endpoint());
        assertThat(observer.build().loads()).isEmpty();
        assertThatThrownBy(observer.load(closedLoop(8))::build)
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("load: ")
                .hasMessageEndingWith(", must be left out without workload(…)");
    }

    private RunSettings settings() {
        return plan.draft.settings(plan.build(), false);
    }
}
