// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.run.phases.PlannedPhase.Backlog;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.internal.run.phases.PlannedPhase.Wait;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Phases that could not be run, or not to their end, are refused before anything is done. */
class PhaseRulesTest {

    private static final Window WINDOW = new Window(ZERO, ofSeconds(600), 0, ofSeconds(30));
    private static final NamedLoad MAIN = load("main", ofSeconds(60));
    private static final Observe REST = new Observe("rest", ofSeconds(5));
    private static final WaitCondition NEVER = new WaitCondition() {
        @Override
        public boolean isMet() {
            return false;
        }

        @Override
        public String state() {
            return "nothing";
        }
    };

    private static NamedLoad load(String name, Duration length) {
        return NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                .named(name)
                .between(ZERO, length);
    }

    private static Plan plan(Window window, NamedLoad... loads) {
        return Plan.of(Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "secret"), window, List.of(loads));
    }

    @Test
    void whatEndsIsFine() {
        NamedLoad numbered =
                new NamedLoad("numbered", Sysbench.oltpInsert(), LoadSpec.closedLoop(1), ZERO, ZERO, 100, false);
        assertThatCode(() -> PhaseRules.check(
                        plan(WINDOW, MAIN, numbered),
                        List.of(
                                new Wait("wait", probes -> NEVER, ofSeconds(1)),
                                new Loads("a", List.of("main"), Map.of("main", Stability.DEFAULT)),
                                new Loads("b", List.of("numbered")),
                                REST)))
                .doesNotThrowAnyException();
        assertThatCode(() -> PhaseRules.check(
                        plan(new Window(ofSeconds(1), ofSeconds(600), 0, ZERO), MAIN),
                        List.of(backlog(ofSeconds(5), 1L, ofSeconds(50), 9))))
                .doesNotThrowAnyException();
        assertThatCode(() -> PhaseRules.check(plan(WINDOW), List.of(REST))).doesNotThrowAnyException();
        assertThatCode(() -> PhaseRules.check(plan(WINDOW, load("endless", ZERO)), List.of()))
                .doesNotThrowAnyException();
    }

    private static Backlog backlog(Duration before, Long bytes, Duration time, int longestSeconds) {
        return new Backlog(
                "pile",
                List.of("main"),
                before,
                bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes),
                Optional.ofNullable(time),
                ofSeconds(longestSeconds));
    }

    static Stream<Arguments> refused() {
        Loads main = new Loads("loads", List.of("main"));
        return Stream.of(
                Arguments.of(plan(WINDOW, MAIN), List.of(main, new Observe("loads", ofSeconds(1))), "phase is loads"),
                Arguments.of(plan(WINDOW, MAIN), List.of(main, new Observe(" ", ofSeconds(1))), "phase is empty"),
                Arguments.of(plan(WINDOW, MAIN), List.of(main, new Observe("o", ZERO)), "observed for more than 0 s"),
                Arguments.of(
                        plan(WINDOW, MAIN),
                        List.of(main, new Wait("w", probes -> NEVER, ZERO)),
                        "waited for more than 0 s"),
                Arguments.of(plan(WINDOW, MAIN), List.of(REST), "load is main, but must be in one of the phases"),
                Arguments.of(plan(WINDOW), List.of(new Loads("l", List.of())), "with a load at least"),
                Arguments.of(
                        plan(WINDOW, MAIN), List.of(new Loads("l", List.of("mian"))), "load is mian, but must be one"),
                Arguments.of(
                        plan(WINDOW, MAIN), List.of(main, new Loads("again", List.of("main"))), "in one phase only"),
                Arguments.of(plan(WINDOW, MAIN), List.of(new Loads("l", List.of("main", "main"))), "in one phase only"),
                Arguments.of(
                        plan(WINDOW, load("main", ZERO)),
                        List.of(main),
                        "number of transactions: the phase would never end"),
                Arguments.of(
                        plan(WINDOW, load("main", ZERO)),
                        List.of(new Loads("l", List.of("main"), Map.of("main", Stability.DEFAULT))),
                        "the longest time that its rate is waited for"),
                Arguments.of(
                        plan(WINDOW, MAIN),
                        List.of(new Loads("l", List.of("main"), Map.of("other", Stability.DEFAULT))),
                        "load is other, but must be in the phase"),
                Arguments.of(
                        plan(
                                WINDOW,
                                MAIN,
                                NamedLoad.background(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                                        .named("back")
                                        .between(ZERO, ofSeconds(9))),
                        List.of(new Loads("l", List.of("main", "back"))),
                        "none in the background"),
                Arguments.of(plan(new Window(ZERO, ofSeconds(600), 5, ZERO), MAIN), List.of(main), "events is 5"),
                Arguments.of(plan(WINDOW, MAIN), List.of(backlog(ZERO, null, null, 9)), "given bytes or a time"),
                Arguments.of(plan(WINDOW, MAIN), List.of(backlog(ZERO, 0L, null, 9)), "more than 0 bytes to read"),
                Arguments.of(plan(WINDOW, MAIN), List.of(backlog(ZERO, null, ZERO, 9)), "not read for more than 0 s"),
                Arguments.of(plan(WINDOW, MAIN), List.of(backlog(ZERO, 1L, null, 0)), "catching up for more than 0 s"),
                Arguments.of(plan(WINDOW, MAIN), List.of(backlog(ofSeconds(-1), 1L, null, 9)), "read for 0 s or more"),
                Arguments.of(
                        plan(WINDOW, MAIN),
                        List.of(backlog(ofSeconds(20), null, ofSeconds(40), 9)),
                        "with a load that goes on after 60.0 s"),
                Arguments.of(
                        plan(WINDOW, load("main", ZERO)),
                        List.of(backlog(ZERO, 1L, null, 9)),
                        "number of transactions: the phase would never end"),
                Arguments.of(
                        plan(new Window(ofSeconds(3), ofSeconds(600), 0, ZERO), MAIN),
                        List.of(REST, main),
                        "warmUp is 3 s"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesWhatCannotBeRun(Plan plan, List<PlannedPhase> phases, String says) {
        assertThatThrownBy(() -> PhaseRules.check(plan, phases))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(says);
    }
}
