// SPDX-License-Identifier: Apache-2.0
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/** Measures the cost of the consumer judge for its callers: writers call it per commit, consumers per report. */
final class JudgeCost {

    private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
    private static final int BATCH = 1_000;

    /** Pause between two batches of a thread, which limits it to a million calls per second. */
    private static final long BETWEEN_NANOS = 1_000_000;

    private JudgeCost() {}

    public static void main(String[] arguments) throws InterruptedException {
        int rounds = Integer.parseInt(arguments[0]);
        long calls = Long.parseLong(arguments[1]);
        System.out.println("| side | threads | ns a call, median | lowest | highest |");
        System.out.println("| --- | ---: | ---: | ---: | ---: |");
        for (int threads : new int[] {1, 4}) {
            measure(
                    "a writer's commit",
                    threads,
                    rounds,
                    calls,
                    judge -> number -> judge.transactions()
                            .commits()
                            .onCommit(0x3e11fa4771ca11e1L, 0x9e33c80aa9429562L, "", number));
            measure(
                    "a consumer's GTID",
                    threads,
                    rounds,
                    calls,
                    judge -> number -> PROBE.recordTransaction(UUID + number));
            measure("making that GTID's text, which is in the row above", threads, rounds, calls, judge -> number -> {
                if ((UUID + number).isEmpty()) {
                    throw new IllegalStateException();
                }
            });
            measure(
                    "a consumer's position",
                    threads,
                    rounds,
                    calls,
                    judge -> number -> PROBE.recordPosition("binlog.000001", number));
            measure("a consumer's row", threads, rounds, calls, judge -> number -> PROBE.recordRow("t", "k", number));
        }
    }

    private static final ConsumerProbe PROBE = ConsumerProbe.named("bench");

    private static void measure(
            String side,
            int threads,
            int rounds,
            long calls,
            java.util.function.Function<ConsumerJudge, LongConsumer> createCall)
            throws InterruptedException {
        double[] nanos = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            // a new judge per round, so that each round starts with empty ledgers
            ConsumerJudge judge = new ConsumerJudge(
                    List.of(PROBE), false, true, true, true, new LedgerMemory(64 << 20), EpochMicrosClock.SYSTEM);
            judge.listen();
            double nanosPerCall = run(threads, calls, thread -> createCall.apply(judge), judge);
            judge.close();
            if (round >= 0) {
                nanos[round] = nanosPerCall;
            }
        }
        java.util.Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.0f | %.0f | %.0f |%n",
                side,
                threads,
                nanos[rounds / 2],
                nanos[0],
                nanos[rounds - 1]);
    }

    private static double run(int threads, long calls, IntFunction<LongConsumer> created, ConsumerJudge judge)
            throws InterruptedException {
        CountDownLatch done = new CountDownLatch(threads);
        long[] nanos = new long[threads];
        for (int i = 0; i < threads; i++) {
            int thread = i;
            LongConsumer call = created.apply(i);
            new Thread(() -> {
                        long first = 1 + thread * calls;
                        long spent = 0;
                        for (long number = first; number < first + calls; number += BATCH) {
                            long from = System.nanoTime();
                            for (long one = number; one < number + BATCH; one++) {
                                call.accept(one);
                            }
                            spent += System.nanoTime() - from;
                            LockSupport.parkNanos(
                                    BETWEEN_NANOS); // at full speed the judge cannot keep up, and memory runs out
                        }
                        nanos[thread] = spent;
                        done.countDown();
                    })
                    .start();
        }
        while (!done.await(20, java.util.concurrent.TimeUnit.MILLISECONDS)) {
            judge.takeReports();
        }
        long sum = 0;
        for (long one : nanos) {
            sum += one;
        }
        return (double) sum / (calls * threads);
    }
}
