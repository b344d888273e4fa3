// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.util.List;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

@Nightly
@RequiresDocker
final class MySqlHostileAnswersIT extends HostileAnswersContract {

    private static final int SOURCES_PER_ANSWER = 80;
    private static final int NUMBERS_PER_ANSWER = 200;

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }

    @Override
    LongFunction<List<String>> gtids(FalseGtids lie) {
        return switch (lie) {
            case SOURCES ->
                answer -> List.of(LongStream.range(0, SOURCES_PER_ANSWER)
                        .mapToObj(n -> new UUID(7, answer * SOURCES_PER_ANSWER + n) + ":1")
                        .collect(Collectors.joining(",")));
            case TAGS ->
                answer -> List.of(new UUID(7, 7)
                        + LongStream.range(0, SOURCES_PER_ANSWER)
                                .mapToObj(n -> ":t" + (answer * SOURCES_PER_ANSWER + n) + ":1")
                                .collect(Collectors.joining()));
            case DISTANT_NUMBERS -> answer -> List.of(new UUID(7, 7) + numbers(answer));
            case DISTANT_NUMBERS_OF_MANY_SOURCES -> answer -> List.of(new UUID(7, answer % 250) + numbers(answer));
        };
    }

    private static String numbers(long answer) {
        return LongStream.range(0, NUMBERS_PER_ANSWER)
                .mapToObj(n -> ":" + (1 + (answer * NUMBERS_PER_ANSWER + n) * NUMBER_DISTANCE))
                .collect(Collectors.joining());
    }
}
