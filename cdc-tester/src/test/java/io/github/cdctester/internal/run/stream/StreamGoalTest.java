// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.server.ServerInfos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each log file has 1,000 bytes. */
class StreamGoalTest {

    private static final FollowedServer SERVER = new FollowedServer(
            Endpoint.of("127.0.0.1", 3306, "", "root", Password.NONE), ServerInfos.mySql(), new ClockOffset(0, 0), 0);

    private final StreamGoal goal = StreamGoal.position(new LogEnd(new LogPosition("binlog.000003", 400), ""), SERVER);
    private final List<LogPosition> queriedPositions = new ArrayList<>();

    @Test
    void queriesEachFileOnce() {
        assertThat(bytesLeft("binlog.000001", 4)).isEqualTo(2_396);
        assertThat(bytesLeft("binlog.000001", 900)).isEqualTo(1_500);
        assertThat(bytesLeft("binlog.000002", 4)).isEqualTo(1_396);
        assertThat(bytesLeft("binlog.000003", 390)).isEqualTo(10);
        assertThat(bytesLeft("binlog.000003", 410)).isZero();
        assertThat(queriedPositions)
                .containsExactly(
                        new LogPosition("binlog.000001", 0),
                        new LogPosition("binlog.000002", 0),
                        new LogPosition("binlog.000003", 0));
    }

    @Test
    void isUnknownBeforeFirstLogFile() {
        assertThat(bytesLeft("", 0)).isEqualTo(Goal.UNKNOWN);
        assertThat(queriedPositions).isEmpty();
    }

    @Test
    void isUnknownIfServerReportsNoDistance() {
        assertThat(goal.bytesAfter(new LogPosition("binlog.000001", 4), (from, to) -> Goal.UNKNOWN))
                .isEqualTo(Goal.UNKNOWN);
        assertThat(bytesLeft("binlog.000002", 4)).isEqualTo(1_396);
    }

    private long bytesLeft(String file, long offset) {
        return goal.bytesAfter(new LogPosition(file, offset), (from, to) -> {
            queriedPositions.add(from);
            long fileCount = to.file().charAt(12) - from.file().charAt(12);
            return fileCount * 1_000 + to.offset() - from.offset();
        });
    }
}
