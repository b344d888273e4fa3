// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** MariaDB's GTIDs have domains and server ids instead of UUIDs and tags. */
final class EmbeddedHostileAnswersIT extends HostileAnswersContract {

    private static final int GTIDS_PER_ANSWER = 80;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Override
    LongFunction<List<String>> gtids(FalseGtids lie) {
        return switch (lie) {
            case SOURCES -> answer -> gtidsOfAnswer(answer, n -> n + "-1-1");
            case TAGS -> answer -> gtidsOfAnswer(answer, n -> "1-" + n + "-1");
            case DISTANT_NUMBERS -> answer -> gtidsOfAnswer(answer, n -> "1-1-" + (1 + n * NUMBER_DISTANCE));
            case DISTANT_NUMBERS_OF_MANY_SOURCES ->
                answer -> gtidsOfAnswer(answer, n -> "1-" + n % 250 + "-" + (1 + n * NUMBER_DISTANCE));
        };
    }

    private static List<String> gtidsOfAnswer(long answer, LongFunction<String> gtid) {
        return LongStream.range(answer * GTIDS_PER_ANSWER, (answer + 1) * GTIDS_PER_ANSWER)
                .mapToObj(gtid)
                .toList();
    }
}
