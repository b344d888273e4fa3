// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerProbe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ends are reported while no run listens. */
class EarlyEndTest {

    private final ConsumerProbe probe = ConsumerProbe.named("shop");
    private final IllegalStateException failure = new IllegalStateException("cannot log in");

    private final class Run implements JudgedProbe.Listener {

        final List<Object> ends = new ArrayList<>();

        Run() {
            assertThat(JudgedProbe.of(probe).listen(this)).isTrue();
        }

        @Override
        public void onFailure(Throwable cause) {
            ends.add(cause);
        }

        @Override
        public void onEnd() {
            ends.add("end");
        }

        Run close() {
            JudgedProbe.of(probe).stopListening(this);
            return this;
        }
    }

    @Test
    void runReceivesEarlierFailure() {
        probe.failed(failure);
        assertThat(new Run().ends).containsExactly(failure);
    }

    @Test
    void runReceivesEarlierEnd() {
        probe.ended();
        assertThat(new Run().close().ends).containsExactly("end");
        assertThat(new Run().ends).as("only the first run receives it").isEmpty();
    }

    @Test
    void endAfterRunIsIgnored() {
        new Run().close();
        probe.ended();
        assertThat(new Run().close().ends).isEmpty();
        Run run = new Run();
        probe.failed(failure);
        run.close();
        probe.ended();
        assertThat(new Run().ends)
                .as("a second end of the same consumer must not end the next one")
                .isEmpty();
    }

    @Test
    void failureIsKeptIfEndFollows() {
        probe.failed(failure);
        probe.ended();
        assertThat(new Run().ends).containsExactly(failure, "end");
    }

    @Test
    void endDuringRunBelongsToThatRun() {
        Run run = new Run();
        probe.ended();
        probe.failed(failure);
        assertThat(run.close().ends).containsExactly("end", failure);
        assertThat(new Run().ends).isEmpty();
    }
}
