// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static java.time.Duration.ofSeconds;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

abstract class RunInPhases {

    static final Window WINDOW = new Window(Duration.ZERO, ofSeconds(3_600), 0, ofSeconds(30));

    final FakeRun run = new FakeRun();

    boolean isPoolSmall;
    final WaitCondition smallPoolCondition = new WaitCondition() {
        @Override
        public boolean isMet() {
            return isPoolSmall;
        }

        @Override
        public String state() {
            return "pool below 600 MB (it is " + (isPoolSmall ? 512 : 812) + " MB)";
        }
    };

    static final Map<String, LoadTiming> END_WHEN_STABLE =
            Map.of("main", new LoadTiming(Optional.empty(), Optional.of(PhaseEnd.STABLE)));

    static NamedLoad load(String name, Duration start, Duration length) {
        return NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                .named(name)
                .between(start, length);
    }

    void setPhases(PlannedPhase... phases) {
        run.phases = List.of(phases);
    }

    List<PhaseSpan> spans() {
        return run.timeline.phases();
    }
}
