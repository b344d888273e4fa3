// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A consumer's failure can be an exception of any library. */
class ConsumerFailureTest {

    private static final class ThrowingFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("of getMessage()");
        }
    }

    private static final class SilentFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            return null;
        }
    }

    static Stream<Throwable> failuresWithoutText() {
        return Stream.of(new ThrowingFailure(), new SilentFailure());
    }

    @ParameterizedTest
    @MethodSource("failuresWithoutText")
    void namesClassOfFailureWithoutText(Throwable failure) {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(10, new Random(1));
        run.streamAll();
        run.probe.failed(failure);
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 10");
        assertThat(result.failure()).isEqualTo(failure.getClass().getName());
    }
}
