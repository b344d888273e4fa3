// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.cluster.message.Message.Beat;
import io.github.cdctester.internal.cluster.message.Message.Dismiss;
import io.github.cdctester.internal.cluster.message.Message.Dismissed;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Hire;
import io.github.cdctester.internal.cluster.message.Message.Hired;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.run.load.Crew;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What nodes tell of their work, and what happens when they do not any more. */
@Timeout(30)
class LostNodeTest {

    private final FakeFleet strict = new FakeFleet(LoadSpec.closedLoop(4), false, "a:1", "b:1");
    private final FakeFleet tolerant = new FakeFleet(LoadSpec.closedLoop(4), true, "a:1", "b:1");

    @Test
    void countsAddUp() throws Exception {
        Crew crew = strict.hire();
        crew.open(strict.nanos.get());
        strict.link.say("a:1", new Beat(1, MessageSamples.done("oltp_insert", 3)));
        strict.link.say("b:1", new Beat(1, MessageSamples.done("oltp_insert", 4)));
        strict.link.when("b:1", Pause.class, pause -> new Paused(1, MessageSamples.done("oltp_insert", 20)));
        crew.pause();
        strict.link.say(
                "a:1",
                new Ended(
                        1,
                        MessageSamples.done("oltp_insert", 100),
                        0,
                        MessageSamples.taken().packed(),
                        MessageSamples.taken().packed(),
                        MessageSamples.taken().packed(),
                        MessageSamples.USAGE));
        assertThat(strict.meter.counts().transactions()).isEqualTo(127);
        assertThat(strict.meter.counts().logged()).isEqualTo(127);
        assertThat(strict.meter.takeDurations().latency().count()).isEqualTo(127);
    }

    @Test
    void rowsAndCommitsAreHandedOn() throws Exception {
        List<String> commits = new ArrayList<>();
        CommitTracking tracking = new CommitTracking(
                (high, low, tag, number) -> commits.add(high + "/" + low + "/" + tag + "/" + number));
        strict.follow(tracking);
        strict.meter.countRows();
        strict.link.when("b:1", Hire.class, hire -> new Hired(hire.crew(), null, true, ""));
        Crew crew = strict.hire();
        assertThat(tracking.isMariaDb()).isTrue();
        assertThat(strict.link.toldTo("a:1", Hire.class))
                .allMatch(hire -> hire.part().follows());
        assertThat(strict.link.toldTo("a:1", Hire.class))
                .allMatch(hire -> hire.part().countsRows());
        crew.open(strict.nanos.get());
        strict.link.say("a:1", new Beat(1, MessageSamples.done()));
        strict.link.say("b:1", new Beat(1, MessageSamples.done()));
        assertThat(strict.meter.windowRows())
                .isEqualTo(Map.of(
                        "a", Map.of(RowKind.INSERT, 22L, RowKind.DELETE, 24L),
                        "b", Map.of(RowKind.UPDATE, 26L)));
        assertThat(commits).hasSize(8).contains("-1/" + Long.MIN_VALUE + "/tag/6", "0/1//" + Long.MAX_VALUE);
    }

    @Test
    void tellsWhyCommitsAreNotFollowed() throws Exception {
        CommitTracking tracking = new CommitTracking((high, low, tag, number) -> {});
        strict.follow(tracking);
        strict.link.when("a:1", Hire.class, hire -> new Hired(hire.crew(), "gtid_mode is OFF", false, ""));
        strict.hire();
        assertThat(tracking.refusal()).contains("gtid_mode is OFF");
    }

    @Test
    void aLostNodeIsAFailure() throws Exception {
        Crew crew = strict.hire();
        crew.open(strict.nanos.get());
        strict.link.vanish("b:1", "it has closed its connection");
        assertThat(crew.failure())
                .get()
                .isInstanceOfSatisfying(
                        WorkerLostException.class,
                        e -> assertThat(e).hasMessage("worker b:1 was lost: it has closed its connection"));
        assertThat(strict.fleet.isWhole()).isFalse();
        assertThat(strict.link.hungUp).containsExactly("b:1");
        strict.link.vanish("b:1", "it has closed its connection");
        assertThat(strict.link.hungUp).as("lost once").hasSize(1);
    }

    @Test
    void aNodeThatIsLostMeanwhileEndsTheWaiting() throws Exception {
        Crew crew = strict.hire();
        strict.link.when("b:1", Start.class, start -> {
            strict.link.vanish("b:1", "its connection broke");
            return null;
        });
        assertThatExceptionOfType(WorkerLostException.class)
                .isThrownBy(crew::start)
                .withMessage("worker b:1 was lost: its connection broke");
        crew.close();
        assertThat(strict.link.toldTo("b:1", Dismiss.class))
                .as("it is not called any more")
                .isEmpty();
        assertThat(strict.link.toldTo("a:1", Dismiss.class)).hasSize(1);
    }

    @Test
    void whereLossIsToleratedTheOthersGoOn() throws Exception {
        Crew crew = tolerant.hire();
        crew.open(tolerant.nanos.get());
        tolerant.link.vanish("b:1", "its connection broke");
        assertThat(crew.failure()).isEmpty();
        assertThat(crew.awaitEnd(0)).as("a:1 writes").isFalse();
        assertThat(tolerant.notes).containsExactly("worker b:1 was lost: its connection broke");
        assertThat(crew.awaitEnd(0)).isFalse();
        assertThat(tolerant.notes).as("told once").hasSize(1);
        crew.pause();
        crew.open(tolerant.nanos.get());
        assertThat(crew.stop(Duration.ZERO)).isTrue();
        assertThat(tolerant.fleet.isWhole()).isFalse();
        crew.close();
    }

    @Test
    void theLastOneThatIsLostIsAFailureAllTheSame() throws Exception {
        Crew crew = tolerant.hire();
        tolerant.link.vanish("b:1", "its connection broke");
        tolerant.link.vanish("a:1", "it has closed its connection");
        assertThat(crew.failure()).get().isInstanceOf(WorkerLostException.class);
        assertThatExceptionOfType(WorkerLostException.class)
                .as("nobody is left for the next load")
                .isThrownBy(tolerant::hire)
                .withMessageStartingWith("worker a:1 was lost: ");
    }

    @Test
    void theNextLoadIsDividedAmongThoseWhoAreLeft() throws Exception {
        tolerant.link.vanish("a:1", "its connection broke");
        tolerant.hire();
        assertThat(tolerant.link.toldTo("a:1", Hire.class)).isEmpty();
        assertThat(tolerant.link.toldTo("b:1", Hire.class)).singleElement().satisfies(hire -> {
            assertThat(hire.part().threads()).isEqualTo(4);
            assertThat(hire.part().index()).isZero();
            assertThat(hire.part().nodes()).isEqualTo(1);
        });
    }

    @Test
    void aNodesFailureIsTheLoads() throws Exception {
        Crew crew = tolerant.hire();
        crew.open(tolerant.nanos.get());
        tolerant.link.say("b:1", new Failed(1, "Table 'sbtest1' doesn't exist"));
        tolerant.link.say("b:1", new Failed(1, "and another thing"));
        assertThat(crew.failure())
                .get()
                .isInstanceOf(RunFailedException.class)
                .hasFieldOrPropertyWithValue("message", "worker b:1 failed: Table 'sbtest1' doesn't exist");
    }

    @Test
    void whatIsLeftBehindAtTheEndIsAFailure() throws Exception {
        Crew crew = strict.hire();
        strict.link.when(
                "b:1", Dismiss.class, dismiss -> new Dismissed(dismiss.crew(), "cdc-tester-writer-2 did not end"));
        crew.close();
        assertThat(crew.failure()).get().asString().contains("worker b:1 failed: cdc-tester-writer-2 did not end");
    }

    @Test
    void whoDoesNotGoIsNamed() throws Exception {
        Crew crew = strict.hire();
        strict.link.when("b:1", Dismiss.class, dismiss -> null);
        strict.stepNanos = 30 * FakeFleet.SECOND;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(crew::close)
                .withMessage("workers did not end within 25 s after they were dismissed: b:1");
    }

    @Test
    void twoLoadsAreKeptApart() throws Exception {
        Crew first = strict.hire();
        Crew second = strict.hire(4);
        strict.link.say("a:1", new Failed(2, "broken"));
        assertThat(first.failure()).isEmpty();
        assertThat(second.failure()).isPresent();
        strict.link.say("a:1", new Failed(3, "a crew that there is not"));
        assertThat(first.failure()).isEmpty();
    }
}
