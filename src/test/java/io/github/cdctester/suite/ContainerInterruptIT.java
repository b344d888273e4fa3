// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import io.github.cdctester.containers.CdcContainer;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.RequiresDocker;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.DockerClientFactory;

/** An interrupt of the thread that starts or closes a container leaves no container. */
@RequiresDocker
@Timeout(180)
final class ContainerInterruptIT {

    private static final String IMAGE = System.getProperty("cdctester.mysql.image", "mysql:9.7");
    private static final String MARKER = "CDC_TESTER_INTERRUPT_TEST";

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final DockerClient docker = DockerClientFactory.instance().client();
    private final String marker = UUID.randomUUID().toString();
    private final CdcContainer server =
            CdcContainer.mysql(IMAGE).withoutDurability().withEnvironment(MARKER, marker);

    /** The progress of {@link CdcContainer#start()} at the interrupt. */
    private enum Moment {
        CREATED(".*"),
        RUNNING("Up .*"),
        RUNNING_FOR_SECONDS("Up [2-9] seconds.*");

        private final String status;

        Moment(String status) {
            this.status = status;
        }

        boolean isReached(List<Container> containers) {
            return containers.stream()
                    .anyMatch(container -> container.getStatus().matches(status));
        }
    }

    private record Outcome(Throwable failure, boolean isInterrupted) {}

    @AfterEach
    void removeContainers() {
        Thread.interrupted();
        containers()
                .forEach(container -> docker.removeContainerCmd(container.getId())
                        .withForce(true)
                        .exec());
    }

    @ParameterizedTest
    @EnumSource
    void interruptedStartRemovesContainer(Moment moment) throws Exception {
        FutureTask<Outcome> start = new FutureTask<>(this::start);
        Thread thread = new Thread(start, "starts the container");
        thread.start();
        Eventually.assertThat(TIMEOUT, this::containers, moment::isReached);
        thread.interrupt();
        assertWasInterrupted(start.get(1, TimeUnit.MINUTES));
    }

    @Test
    void startInInterruptedThreadFails() throws Exception {
        FutureTask<Outcome> start = new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            return start();
        });
        new Thread(start, "starts the container").start();
        assertWasInterrupted(start.get(1, TimeUnit.MINUTES));
    }

    private Outcome start() {
        try {
            server.start();
            return new Outcome(null, Thread.interrupted());
        } catch (RuntimeException e) {
            return new Outcome(e, Thread.interrupted());
        }
    }

    private void assertWasInterrupted(Outcome outcome) {
        assertThat(outcome.failure())
                .isInstanceOf(RunFailedException.class)
                .hasMessage("interrupted while starting the container of " + IMAGE);
        assertThat(outcome.isInterrupted()).isTrue();
        assertThat(containers()).isEmpty();
        assertThat(server.isRunning()).isFalse();
    }

    @Test
    void closeInInterruptedThreadRemovesContainer() {
        server.start();
        assertThat(containers()).hasSize(1);
        Thread.currentThread().interrupt();
        server.close();
        assertThat(Thread.interrupted()).as("the interrupt status stays set").isTrue();
        assertThat(containers()).isEmpty();
    }

    @Test
    void interruptedCloseRemovesContainer() throws Exception {
        server.start();
        FutureTask<Boolean> close = new FutureTask<>((Callable<Boolean>) () -> {
            server.close();
            return Thread.interrupted();
        });
        Thread thread = new Thread(close, "closes the container");
        thread.start();
        Eventually.assertThat(
                TIMEOUT,
                () -> {
                    thread.interrupt();
                    return thread.isAlive();
                },
                isAlive -> !isAlive);
        assertThat(close.get(1, TimeUnit.MINUTES))
                .as("the interrupt status stays set")
                .isTrue();
        assertThat(containers()).isEmpty();
    }

    /** Returns the containers of this test, including stopped containers. */
    private List<Container> containers() {
        return docker.listContainersCmd().withShowAll(true).exec().stream()
                .filter(container -> isMarked(container.getId()))
                .toList();
    }

    private boolean isMarked(String id) {
        try {
            String[] environment =
                    docker.inspectContainerCmd(id).exec().getConfig().getEnv();
            return environment != null && List.of(environment).contains(MARKER + "=" + marker);
        } catch (NotFoundException e) {
            return false; // another test has removed it
        }
    }
}
