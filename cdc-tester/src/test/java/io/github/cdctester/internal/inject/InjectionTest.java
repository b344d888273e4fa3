// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.server.ControlledServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InjectionTest {

    private static final Endpoint SERVER = Endpoint.of("jdbc:mysql://127.0.0.1:3306/test", "u", "p");

    private final List<String> serverCalls = new ArrayList<>();

    private final ControlledServer server = new ControlledServer() {
        @Override
        public Endpoint endpoint() {
            return SERVER;
        }

        @Override
        public void restart() {
            serverCalls.add("restart");
        }

        @Override
        public void kill() {
            serverCalls.add("kill");
            throw new RunFailedException("not killed");
        }

        @Override
        public void startAgain() {
            serverCalls.add("start");
        }
    };

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "at 1s: kill-9  | 'at 1s: kill-9', must be left out: only a server that this process",
                "at 1s: restart | 'at 1s: restart', must be left out: only a server that this process",
                "at 1s: purge   | 'at 1s: purge', must be 'purge confirmed', as it deletes log files",
                "at 10s: rotate | 'at 10s: rotate', must be finished before the end of the measured part, which lasts 10s",
            })
    void rejectsUnsupportedFaults(String schedule, String message) {
        assertThatThrownBy(() -> injection(schedule).check(plan(SERVER)))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(message);
    }

    @Test
    void acceptsFaultsOfManagedServerAndConfirmedPurge() {
        for (String schedule : List.of("at 1s: kill-9", "at 1s: restart", "at 1s: purge")) {
            assertThatCode(() -> withServer(schedule).check(plan(SERVER)))
                    .as(schedule)
                    .doesNotThrowAnyException();
        }
        assertThatCode(() -> injection("at 1s: purge confirmed").check(plan(SERVER)))
                .doesNotThrowAnyException();
    }

    @Test
    void purgesLogsOfManagedServerOnly() {
        Endpoint replica = SERVER.withAddress("127.0.0.1", 3307);
        assertThatThrownBy(() -> withServer("at 1s: purge").check(plan(replica)))
                .hasMessageContaining("'purge confirmed'");
    }

    @Test
    void randomFaultsSpareUnmanagedServer() {
        Injection injection = injection("random seed 1 every 1s");
        Plan plan = Plan.of(SERVER, new Window(Duration.ZERO, Duration.ofMinutes(10), 0, Duration.ZERO), List.of());
        assertThat(injection.moments(plan))
                .hasSizeGreaterThan(500)
                .noneMatch(moment -> moment.fault().kind().endsServer()
                        || moment.fault().kind() == FaultKind.PURGE
                        || moment.fault().kind() == FaultKind.KILL_DUMPS);
        assertThat(withServer("random seed 1 every 1s").moments(plan))
                .anyMatch(moment -> moment.fault().kind() == FaultKind.KILL_9)
                .anyMatch(moment -> moment.fault().kind() == FaultKind.PURGE)
                .noneMatch(moment -> moment.fault().kind() == FaultKind.KILL_DUMPS);
    }

    @Test
    void startsServerEvenIfKillFailed() {
        FaultInjector injector = new FaultInjector(
                withServer("at 0s: kill-9; at 1ms: restart"), plan(SERVER), List::of, System::nanoTime);
        injector.begin(System.nanoTime());
        while (injector.marks().size() < 2) {
            Thread.onSpinWait(); // the timeout that applies to all tests limits this loop
        }
        injector.close();
        assertThat(serverCalls).containsExactly("kill", "start", "restart");
        assertThat(injector.marks().get(0).failure()).isEqualTo("not killed");
        assertThat(injector.marks().get(1).outcome()).isEqualTo("ended in order and started again");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("cdc-fault-injector"));
    }

    @Test
    void closesInjectorThatNeverStarted() {
        FaultInjector injector =
                new FaultInjector(injection("at 1s: cut 2s"), plan(SERVER), List::of, System::nanoTime);
        assertThat(injector.usesProxies()).isTrue();
        assertThat(injector.route().to(SERVER).getPort()).isNotEqualTo(SERVER.port());
        injector.close();
        assertThat(injector.marks()).isEmpty();
        assertThat(injector.route().to(SERVER).getPort()).isEqualTo(SERVER.port());
    }

    @Test
    void rejectsFaultsOfConsumersThatAreNotStarted() {
        Injection injection = injection("at 1s: kill a 1s; at 3s: cut b 1s");
        injection.checkConsumers(List.of("a", "b"));
        assertThatThrownBy(() -> injection.checkConsumers(List.of("a", "c")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("inject: 'cut b 1s', must be of a consumer that the run starts by its command: a, c");
        assertThatThrownBy(() -> injection.checkConsumers(List.of()))
                .hasMessage("inject: 'kill a 1s', must be left out: the run starts no consumer by its command");
    }

    @Test
    void createsStreamProxyOnlyForStreamFaults() {
        assertThat(injection("at 3s: cut b 1s").createsProxies()).isFalse();
        Injection injectionOnRequest =
                Injection.NONE.requesting(new FaultRequests(List.of(Fault.cut(Duration.ofSeconds(1)))));
        assertThat(injectionOnRequest.createsProxies()).isTrue();
    }

    private Injection withServer(String schedule) {
        return Injection.of(FaultSchedule.parse(schedule), List.of(), Optional.of(server));
    }

    private static Injection injection(String schedule) {
        return Injection.of(FaultSchedule.parse(schedule), List.of(), Optional.empty());
    }

    private static Plan plan(Endpoint stream) {
        return Plan.of(SERVER, new Window(Duration.ZERO, Duration.ofSeconds(10), 0, Duration.ZERO), List.of())
                .subscriber(SubscriberSpec.DEFAULT.at(stream));
    }

    @Test
    void expandsFaultsOfAllConsumers() {
        Injection injection =
                Injection.of(FaultSchedule.parse("at 1s: kill * 2s; at 5s: cut a 1s"), List.of(), Optional.empty());
        injection.checkConsumers(List.of("a", "b"));
        assertThat(injection.withFaultPerConsumer(List.of("a", "b")).schedule())
                .hasToString("at 1s: kill a 2s; at 1s: kill b 2s; at 5s: cut a 1s");
        assertThat(injection.consumerFaults(List.of("a", "b")))
                .extracting(Fault::toString)
                .containsExactly("kill a 2s", "kill b 2s", "cut a 1s");
        assertThatThrownBy(() -> injection.checkConsumers(List.of())).hasMessageContaining("starts no consumer");
    }

    @Test
    void failsIfPausedConsumersCannotBeResumed() {
        FaultActions failingActions = new FaultActions() {
            @Override
            public String begin(Fault fault, double second) {
                return "";
            }

            @Override
            public void end(Fault fault) {}

            @Override
            public void onMeasuredPartEnded() {
                throw new RunFailedException("it stays paused");
            }
        };
        Injection injection = Injection.of(FaultSchedule.parse("at 50s: rotate"), List.of(), Optional.empty())
                .withConsumerActions(failingActions);
        Plan plan = Plan.of(SERVER, new Window(Duration.ZERO, Duration.ofSeconds(60), 0, Duration.ZERO), List.of());
        FaultInjector injector = new FaultInjector(injection, plan, List::of, NanoClock.SYSTEM);
        injector.begin(System.nanoTime());
        assertThatThrownBy(injector::end).hasMessageContaining("it stays paused");
    }
}
