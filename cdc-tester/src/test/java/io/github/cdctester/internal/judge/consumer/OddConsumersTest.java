// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Consumers that report nothing, half, too much, or nonsense: said in one line, with what can still be concluded. */
final class OddConsumersTest {

    private static SimulatedRun of(int transactions) {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(transactions, new Random(1));
        run.streamAll();
        return run;
    }

    @Test
    void saysThatOneHasReportedNothing() {
        ConsumerResult result = of(10).result();
        assertThat(result.identity()).isNull();
        assertThat(result.verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(result.verdict().reason()).startsWith("it reported nothing");
        assertThat(result.notes()).containsExactly(Note.of(Code.CONSUMER_SILENT));
    }

    @Test
    void numbersWhatOneThatMayStillGoOnHasNotShown() {
        ConsumerResult result = seenButSeven(of(100));
        assertThat(result.verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(result.notSeen()).isEqualTo(7);
        assertThat(result.verdict().firstOffender()).startsWith("cdc_seq ");
        assertThat(result.verdict().missing()).isNull();
        assertThat(result.verdict().reason())
                .startsWith("7 of 100 had not come after waiting 10.0 s, the first: cdc_seq ");
    }

    @Test
    void callsThatLostWhereTheEndOfTheWaitingIsTheEnd() {
        SimulatedRun run = of(100);
        run.probe.assumeEnded();
        ConsumerResult result = seenButSeven(run);
        assertThat(result.verdict().headline()).isEqualTo("LOST 7");
        assertThat(result.notSeen()).isZero();
        assertThat(result.verdict().firstOffender()).startsWith("cdc_seq ");
        assertThat(result.verdict().reason()).contains("after waiting 10.0 s counts as lost (assumeEnded");
    }

    private static ConsumerResult seenButSeven(SimulatedRun run) {
        run.all.subList(0, 93).forEach(one -> run.show(one, Identity.ROW));
        run.judge.windowCloses();
        run.pass(10_000_000);
        run.judge.endWait(true);
        return run.result();
    }

    @Test
    void isStillBehindWhereSomebodyEndedTheWaiting() {
        SimulatedRun run = of(10);
        run.probe.assumeEnded();
        run.all.subList(0, 3).forEach(one -> run.show(one, Identity.ROW));
        run.judge.endWait(false);
        assertThat(run.result().verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(run.result().notSeen()).isEqualTo(7);
    }

    @Test
    void checksNothingWhereNoLineCouldBeRead() {
        SimulatedRun run = new SimulatedRun(false);
        ConsumerProbe probe = run.probe;
        ConsumerLines lines = ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT);
        run.openWindow();
        lines.line("hello");
        lines.line("world");
        run.commit(10, new Random(1));
        run.streamAll();
        probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason())
                .startsWith("2 of 2 lines could not be read")
                .contains("\"hello\"");
        assertThat(result.notes()).isEmpty();
    }

    @Test
    void saysBesideTheVerdictHowManyLinesCouldNotBeRead() {
        SimulatedRun run = of(10);
        ConsumerLines lines = ConsumerLines.to(run.probe, ConsumerLines.Shape.DEFAULT);
        run.all.subList(0, 9).forEach(one -> lines.line(run.gtid(one.number())));
        lines.line("hello");
        lines.pause();
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 1");
        assertThat(result.verdict().reason()).endsWith("; 1 of 10 lines could not be read");
    }

    @Test
    void callsLostWhatOneThatHasEndedDidNotReport() {
        SimulatedRun run = of(10);
        run.all.subList(0, 5).forEach(one -> run.show(one, Identity.GTID));
        assertThat(run.judge.isAwaited()).isTrue();
        run.probe.failed(new IllegalStateException("out of\nmemory"));
        assertThat(run.judge.isAwaited()).isFalse();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 5");
        assertThat(result.verdict().firstOffender()).isEqualTo(run.gtid(6));
        assertThat(result.failure()).isEqualTo("java.lang.IllegalStateException: out of memory");
    }

    @Test
    void countsWhatNobodyCommitted() {
        SimulatedRun run = of(10);
        run.all.forEach(one -> run.show(one, Identity.GTID));
        run.probe.seen("00000000-0000-0000-0000-00000000000a:7");
        run.probe.seen(run.gtid(5_000_000));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.stray()).isEqualTo(2);
        assertThat(result.firstStray()).isEqualTo("00000000-0000-0000-0000-00000000000a:7");
        assertThat(result.notes())
                .containsExactly(Note.of(
                        Code.CONSUMER_STRAY_REPORTS, "count", 2, "first", "00000000-0000-0000-0000-00000000000a:7"));
    }

    @Test
    void countsRowsThatNobodyCommitted() {
        SimulatedRun run = of(10);
        run.all.forEach(one -> run.show(one, Identity.ROW));
        long nobodys = run.all.get(9).changes().get(0).sequence() + 1_000;
        run.probe.seen("t", "k1", nobodys);
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.stray()).isOne();
        assertThat(result.notes())
                .containsExactly(Note.of(Code.CONSUMER_STRAY_REPORTS, "count", 1, "first", "cdc_seq " + nobodys));
    }

    @Test
    void doesNotCheckOneWhoseReportsAreAllStrangers() {
        SimulatedRun run = of(10);
        run.probe.seen("00000000-0000-0000-0000-00000000000a:7");
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("none of its reports names a transaction of this run");
        assertThat(result.delivery()).isEqualTo(Delivery.UNKNOWN);
    }

    @Test
    void countsGarbageAndGoesOn() {
        SimulatedRun run = of(10);
        for (String garbage : new String[] {"", "nonsense\u0007", "0-1-7", "3e11fa47-71ca-11e1-9e33-c80aa9429562:0"}) {
            run.probe.seen(garbage);
        }
        run.probe.seen("t", "k", -1);
        run.all.forEach(one -> run.show(one, Identity.GTID));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.unreadable()).isEqualTo(5);
        assertThat(result.notes())
                .singleElement()
                .matches(note -> note.code() == Code.CONSUMER_REPORTS_UNREADABLE)
                .extracting(Note::arguments, as(InstanceOfAssertFactories.MAP))
                .containsEntry("count", 5L)
                .containsEntry("of", 15L);
    }

    @Test
    void neverAccusesOfOtherPeoplesChanges() {
        SimulatedRun run = of(10);
        String theirs = run.foreign();
        run.all.forEach(one -> run.show(one, Identity.GTID));
        run.probe.seen(theirs);
        run.probe.seen(theirs);
        String notReported = run.foreign();
        assertThat(notReported).isNotEqualTo(theirs);
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.others()).isOne();
        assertThat(result.transactions()).isEqualTo(10);
    }

    /** By rows an update of theirs cannot be told from a repetition; that there were some can. */
    @Test
    void saysThatWhatLooksRepeatedMayBeSomebodyElses() {
        SimulatedRun run = of(10);
        run.all.forEach(one -> run.show(one, Identity.ROW));
        run.probe.seen("t", "inserted by somebody else", 0);
        run.foreign();
        run.show(run.all.get(9), Identity.ROW);
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.DUPLICATED);
        assertThat(result.others()).isOne();
        assertThat(result.notes()).containsExactly(Note.of(Code.CONSUMER_DUPLICATES_UNCERTAIN, "foreign", 1));

        SimulatedRun alone = of(10);
        alone.all.forEach(one -> alone.show(one, Identity.ROW));
        alone.show(alone.all.get(9), Identity.ROW);
        assertThat(alone.result().notes()).isEmpty();
    }

    @Test
    void takesAnHourForADelayWhereTheClockSaysSo() {
        SimulatedRun run = of(10);
        run.pass(3_600_000_000L);
        run.all.forEach(one -> run.show(one, Identity.GTID));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.delay().negatives()).isZero();
        assertThat(result.delay().p50Millis()).isCloseTo(3_600_000, withinPercentage(1));
    }

    @Test
    void saysByHowMuchClocksDiffer() {
        SimulatedRun run = of(10);
        run.pass(-3_600_000_000L);
        run.all.forEach(one -> run.show(one, Identity.GTID));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.delay().negatives()).isEqualTo(10);
        assertThat(result.notes())
                .singleElement()
                .matches(note -> note.code() == Code.CONSUMER_DELAY_NEGATIVE)
                .extracting(note -> note.arguments().get("lowestMillis"), as(InstanceOfAssertFactories.DOUBLE))
                .isCloseTo(3_600_000, withinPercentage(1));
    }

    @Test
    void doesNotCallLostWhatOneWithoutOrderMayStillShow() {
        SimulatedRun run = of(10);
        for (int index : new int[] {0, 1, 2, 3, 4, 6, 8, 7, 9}) {
            run.show(run.all.get(index), Identity.GTID);
        }
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.REORDERED);
        assertThat(result.notSeen()).isOne();

        SimulatedRun ordered = of(10);
        ordered.all.stream().filter(one -> one != ordered.all.get(5)).forEach(one -> ordered.show(one, Identity.GTID));
        assertThat(ordered.result().verdict().headline()).isEqualTo("LOST 1");
    }

    @Test
    void comparesPositionsWithTheLogWhereThereAreNoGtids() {
        SimulatedRun run = new SimulatedRun(false, false, new LedgerMemory(64 << 20));
        run.openWindow();
        run.commit(10, new Random(1));
        run.streamAll();
        run.all.stream().skip(1).forEach(one -> run.show(one, Identity.POSITION));
        run.probe.seen(run.all.get(3).file(), run.all.get(3).end() - 1);
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason())
                .contains("the server has no GTIDs")
                .contains("1 of the log's");
        assertThat(result.stray()).isOne();
    }

    @Test
    void saysNothingWithoutRoomToRemember() {
        SimulatedRun run = new SimulatedRun(false, true, new LedgerMemory(0));
        run.openWindow();
        run.commit(10_000, new Random(1));
        run.all.forEach(one -> run.show(one, Identity.GTID));
        run.streamAll();
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("memory for judging was full");
    }

    @Test
    void tellsWhenOneWasBehind() {
        SimulatedRun run = of(10);
        run.judge.look();
        run.pass(3_000_000);
        run.judge.look();
        run.all.forEach(one -> run.show(one, Identity.GTID));
        run.pass(500_000);
        run.judge.look();
        ConsumerResult result = run.result();
        assertThat(result.catchUps()).containsExactly(new ConsumerResult.CatchUp(3, 3.5, 10));
    }

    @Test
    void isOneRunsAtATime() {
        SimulatedRun run = of(1);
        ConsumerJudge other =
                new ConsumerJudge(List.of(run.probe), false, true, true, false, new LedgerMemory(0), () -> 0);
        assertThatThrownBy(other::listen)
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("consumer shop is judged by another run");
    }

    private static final WorkloadTables TABLES =
            new WorkloadTables("sbtest", List.of("sbtest1"), List.of("sbtest.sbtest1", "sbtest.audit"));

    private static void showAs(SimulatedRun run, String table) {
        run.all.forEach(one -> one.changes().forEach(change -> run.probe.seen(table, change.key(), change.sequence())));
    }

    @Test
    void countsNoRowsThatATriggerCopied() {
        SimulatedRun run = of(10);
        run.judge.knowTables(TABLES);
        showAs(run, "server1.sbtest.audit");
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 10");
        assertThat(result.notes())
                .containsExactly(Note.of(Code.CONSUMER_OTHER_TABLES)
                        .with("rows", result.rows())
                        .with("first", "server1.sbtest.audit"));
    }

    @Test
    void doesNotTakeCopiesForRepetitions() {
        SimulatedRun run = of(10);
        run.judge.knowTables(TABLES);
        showAs(run, "SBTEST1");
        showAs(run, "audit");
        assertThat(run.result().verdict().status()).isEqualTo(Status.LOSSLESS);
    }

    /** Nobody knows the other table, so only the names of the workload's tables, when they come, tell it apart. */
    @Test
    void countsOnlyTheWorkloadsTablesAsSoonAsOneIsNamed() {
        SimulatedRun run = of(10);
        run.judge.knowTables(TABLES);
        run.judge.look();
        showAs(run, "elsewhere.copies");
        run.judge.look();
        run.all.stream()
                .skip(1)
                .flatMap(one -> one.changes().stream())
                .forEach(change -> run.probe.seen("topic.sbtest.sbtest1", change.key(), change.sequence()));
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 1");
        assertThat(result.transactions()).isEqualTo(9);
        assertThat(result.notes()).extracting(Note::code).containsExactly(Code.CONSUMER_OTHER_TABLES);
    }

    @Test
    void countsRowsOfRenamedTables() {
        SimulatedRun run = of(10);
        run.judge.knowTables(TABLES);
        showAs(run, "shop.orders");
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.notes()).containsExactly(Note.of(Code.CONSUMER_TABLES_UNKNOWN, "first", "shop.orders"));
    }

    @Test
    void doesNotCheckWhatTablesItCannotTellApart() {
        SimulatedRun run = of(3_000);
        run.judge.knowTables(TABLES);
        showAs(run, "elsewhere.copies");
        showAs(run, "sbtest1");
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("elsewhere.copies");
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void ignoresWhatIsWrongInTheWarmUp(Identity by) {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(300, new Random(1));
        run.streamAll();
        List<SimulatedRun.Committed> shown = new ArrayList<>(run.all);
        Collections.swap(shown, 20, 250);
        shown.addAll(40, shown.subList(0, 40));
        shown.remove(5);
        shown.forEach(one -> run.show(one, by));
        run.probe.seen("nonsense");
        run.openWindow();
        run.commit(100, new Random(2));
        run.streamAll();
        shown.subList(200, 250).forEach(one -> run.show(one, by)); // the warm-up's, again
        run.all.forEach(one -> run.show(one, by));
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).as(result.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(result.verdict().duplicated()).isZero();
        assertThat(result.verdict().outOfOrder()).isZero();
        assertThat(result.stray()).isZero();
    }

    @Test
    void takesTheIdentityOfTheMeasuredPart() {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(10, new Random(1));
        run.streamAll();
        run.show(run.all.get(0), Identity.GTID);
        run.openWindow();
        run.commit(10, new Random(2));
        run.all.forEach(one -> run.show(one, Identity.ROW));
        run.streamAll();
        ConsumerResult result = run.result();
        assertThat(result.identity()).isEqualTo(Identity.ROW);
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.notes()).isEmpty();
    }

    @Test
    void doesNotCheckOrderWithoutRoomForKeys() {
        SimulatedRun run = new SimulatedRun(false, true, new LedgerMemory(1 << 20));
        run.openWindow();
        for (int i = 0; i < 60; i++) {
            run.commit(1_000, new Random(i), 1_000_000);
            run.streamAll();
            run.all.subList(run.all.size() - 1_000, run.all.size()).forEach(one -> run.show(one, Identity.ROW));
            run.judge.look();
        }
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("memory for judging was full");
    }

    /** The run's own stream is so far behind the consumer that the places of its changes are not known. */
    @Test
    void doesNotCheckOrderWithMorePairsThanItKeeps() {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(30_000, new Random(1));
        run.all.forEach(one -> run.show(one, Identity.ROW));
        run.judge.look();
        run.streamAll();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("memory for judging was full");
    }

    @Test
    void saysThatTheOrderOfTwoWritersIsNotKnownWithoutGtids() {
        SimulatedRun run = new SimulatedRun(false, false, new LedgerMemory(64 << 20));
        run.openWindow();
        run.commit(30_000, new Random(1));
        run.all.forEach(one -> run.show(one, Identity.ROW));
        run.streamAll();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.verdict().reason()).containsPattern("the order of \\d+ pairs of changes by two writers");
    }

    @Test
    void namesCommitsWithoutStamps() {
        SimulatedRun run = of(10);
        run.all.forEach(one -> run.show(one, Identity.ROW));
        run.commitUnstamped(4);
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().method()).isNotEqualTo("exact");
        assertThat(result.verdict().reason()).contains("4 of 14 commits left no stamped row");
    }

    @Test
    void callsLostWhatIsMissingBesideCommitsWithoutStamps() {
        SimulatedRun run = of(10);
        run.all.stream().skip(1).forEach(one -> run.show(one, Identity.ROW));
        run.commitUnstamped(4);
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 1");
        assertThat(result.verdict().method()).isNotEqualTo("exact");
        assertThat(result.verdict().reason()).contains("4 of 14 commits left no stamped row");
    }

    /** A signal at the terminal ends the consumer together with the run. */
    @Test
    void callsNothingLostThatAnInterruptedConsumerDidNotShow() {
        SimulatedRun run = of(10);
        run.probe.assumeEnded();
        run.all.subList(0, 3).forEach(one -> run.show(one, Identity.ROW));
        run.probe.ended();
        run.pass(500_000);
        run.judge.interrupted();
        run.judge.windowCloses();
        run.pass(5_000_000);
        run.judge.endWait(false);
        assertThat(run.result().verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(run.result().notSeen()).isEqualTo(7);
    }

    @Test
    void callsLostWhatOneDidNotShowThatEndedBeforeTheInterruption() {
        SimulatedRun run = of(10);
        run.all.subList(0, 3).forEach(one -> run.show(one, Identity.ROW));
        run.probe.ended();
        run.pass(5_000_000);
        run.judge.endWait(false);
        assertThat(run.result().verdict().headline()).isEqualTo("LOST 7");
    }

    /** A heartbeat overtakes commits on a replica that applies in parallel, so that they stand before the mark. */
    @ParameterizedTest
    @EnumSource(
            value = Identity.class,
            names = {"GTID", "POSITION"})
    void judgesOwnCommitsThatAreLoggedBeforeTheMark(Identity by) {
        SimulatedRun run = overtaken();
        run.all.stream().skip(1).forEach(one -> run.show(one, by));
        run.probe.ended();
        assertThat(run.result().verdict().headline()).isEqualTo("LOST 1");

        SimulatedRun whole = overtaken();
        whole.all.forEach(one -> whole.show(one, by));
        assertThat(whole.judge.isAwaited()).isFalse();
        assertThat(whole.result().verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(whole.result().others()).isZero();

        SimulatedRun twice = overtaken();
        twice.all.forEach(one -> twice.show(one, by));
        twice.show(twice.all.get(0), by);
        assertThat(twice.result().verdict().headline()).isEqualTo("DUPLICATED 1");
    }

    private static SimulatedRun overtaken() {
        SimulatedRun run = new SimulatedRun(false);
        run.judge.windowOpens();
        run.commit(3, new Random(2));
        run.streamAll();
        run.judge.watch().windowOpened();
        run.commit(3, new Random(3));
        run.streamAll();
        return run;
    }

    @ParameterizedTest
    @EnumSource(
            value = Identity.class,
            names = {"GTID", "POSITION"})
    void ignoresCommitsOfTheWarmUpThatAreLoggedBehindTheMark(Identity by) {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(5, new Random(1));
        List<SimulatedRun.Committed> warmUp = List.copyOf(run.all);
        run.judge.windowOpens();
        run.judge.watch().windowOpened();
        run.commit(6, new Random(2));
        run.streamAll();
        for (int index : new int[] {3, 1, 1, 5, 2, 6, 7, 8, 9, 10}) {
            run.show(run.all.get(index), by);
        }
        run.all.removeAll(warmUp);
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).as(result.toString()).isEqualTo(Status.LOSSLESS);
    }

    private static SimulatedRun skipping(int skipped, int transactions) {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        Random random = new Random(7);
        for (int i = 0; i < transactions; i++) {
            run.commit(1, random);
            if (i != skipped) {
                run.show(run.all.get(i), Identity.ROW); // before its commit is acknowledged and logged, sometimes
            }
            run.stream(random.nextInt(3));
            run.judge.look();
        }
        run.streamAll();
        run.pass(2_000_000);
        return run;
    }

    @Test
    void callsLostWhatOneThatKeepsTheOrderHasSkipped() {
        SimulatedRun run = skipping(500, 1_600);
        assertThat(run.judge.isAwaited()).isFalse();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 1");
        assertThat(result.verdict().reason()).contains("it kept the order of the log");
        assertThat(result.notSeen()).isZero();
    }

    @Test
    void waitsForWhatMayComeFromASlowPartition() {
        SimulatedRun run = skipping(1_000, 1_600);
        assertThat(run.judge.isAwaited()).isTrue();
        assertThat(run.result().verdict().status()).isEqualTo(Status.BEHIND);
    }

    @Test
    void callsNothingLostOfOneThatDoesNotKeepTheOrder() {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(1_600, new Random(7), 1_000_000);
        run.streamAll();
        List<SimulatedRun.Committed> shown = new ArrayList<>(run.all);
        shown.remove(300);
        Collections.swap(shown, 100, 110);
        shown.forEach(one -> run.show(one, Identity.ROW));
        ConsumerResult result = run.result();
        assertThat(result.verdict().outOfOrder()).isZero();
        assertThat(result.verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(result.notSeen()).isOne();
    }
}
