// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Started by {@code bench/faults}. */
public final class RandomRuns {

    private static final long TIMEOUT_SECONDS = 180;

    private final TestServer server;
    private final PrintStream out;
    private final Map<String, Integer> countsByVerdict = new TreeMap<>();
    private final Map<FaultKind, Integer> countsByFaultKind = new EnumMap<>(FaultKind.class);
    private int correctCount;
    private int incorrectCount;

    RandomRuns(TestServer server, PrintStream out) {
        this.server = server;
        this.out = out;
    }

    /** Arguments: {@code RUNS SEED mariadb|mysql}. The exit code is 1 if a verdict was wrong, or a run failed or did not end. */
    public static void main(String[] arguments) throws InterruptedException {
        int runs = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        boolean isAllCorrect;
        try (TestServer server = arguments[2].equals("mysql") ? MySqlTestServer.start() : EmbeddedTestServer.start()) {
            RandomRuns runner = new RandomRuns(server, System.out);
            for (int run = 0; run < runs; run++) {
                runner.runSeed(seed + run);
            }
            isAllCorrect = runner.printSummary(runs, seed);
        }
        System.exit(isAllCorrect ? 0 : 1); // ends this JVM even if a run hangs
    }

    /** Prints the run unless its verdict was correct. Returns true if the verdict was correct. */
    boolean runSeed(long seed) throws InterruptedException {
        try {
            RandomOutcome outcome = CompletableFuture.supplyAsync(() -> RandomRun.runWithSeed(server, seed))
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            countsByVerdict.merge(outcome.expected().status().name(), 1, Integer::sum);
            countsByFaultKind.merge(outcome.faultKind(), 1, Integer::sum);
            return countVerdict(outcome.isExpected(), outcome.toString());
        } catch (ExecutionException e) {
            return countVerdict(false, "seed " + seed + ": " + e.getCause());
        } catch (TimeoutException e) {
            return countVerdict(false, "seed " + seed + ": no end after " + TIMEOUT_SECONDS + " s");
        }
    }

    /** Returns true if every run had a correct verdict. */
    private boolean printSummary(int runs, long seed) {
        out.println("against " + server.queryRows("SELECT version()").get(0).get(0) + ": " + countsByFaultKind);
        out.println(runs + " runs from seed " + seed + ": " + correctCount + " right, " + incorrectCount
                + " wrong; expected " + countsByVerdict);
        return incorrectCount == 0;
    }

    private boolean countVerdict(boolean isCorrect, String text) {
        if (isCorrect) {
            correctCount++;
        } else {
            incorrectCount++;
            out.println("WRONG " + text);
        }
        return isCorrect;
    }
}
