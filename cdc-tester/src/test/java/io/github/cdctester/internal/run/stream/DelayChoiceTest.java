// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import static io.github.cdctester.config.DelaySource.COMMIT_TIMESTAMP;
import static io.github.cdctester.config.DelaySource.EVENT_HEADER;
import static io.github.cdctester.config.DelaySource.HEARTBEAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.mysql.ConnectionSecurity;
import io.github.cdctester.result.Note;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DelayChoiceTest {

    private static final ServerInfo MYSQL = server(ServerInfo.Flavor.MYSQL, "9.7.0");
    private static final ServerInfo MARIADB = server(ServerInfo.Flavor.MARIADB, "11.4.2-MariaDB");
    private static final SubscriberSpec ALL_SOURCES =
            SubscriberSpec.DEFAULT.sideBySide(EnumSet.allOf(DelaySource.class));

    @Test
    void choosesBestSourceOfAllServers() {
        assertThat(choice(SubscriberSpec.DEFAULT, true, MYSQL).main()).isEqualTo(COMMIT_TIMESTAMP);
        assertThat(choice(SubscriberSpec.DEFAULT, true, MYSQL, MARIADB).main()).isEqualTo(HEARTBEAT);
        assertThat(choice(SubscriberSpec.DEFAULT, false, MYSQL, MARIADB).main()).isEqualTo(EVENT_HEADER);
    }

    @Test
    void measuresSeveralSourcesWithBestAsMain() {
        DelayChoice choice = choice(ALL_SOURCES, false, MYSQL);
        assertThat(choice.main()).isEqualTo(COMMIT_TIMESTAMP);
        assertThat(choice.sideBySide()).containsExactlyInAnyOrder(COMMIT_TIMESTAMP, HEARTBEAT, EVENT_HEADER);
        assertThat(choice.needsHeartbeats()).isTrue();
        assertThat(choice.unavailable()).isEmpty();
    }

    @Test
    void omitsUnsupportedSourceWithNote() {
        DelayChoice choice = choice(ALL_SOURCES, true, MYSQL, MARIADB);
        assertThat(choice.main()).isEqualTo(HEARTBEAT);
        assertThat(choice.sideBySide()).containsExactlyInAnyOrder(HEARTBEAT, EVENT_HEADER);
        assertThat(choice.unavailable()).extracting(Note::code).containsExactly(Note.Code.NO_COMMIT_TIMESTAMPS);
    }

    @Test
    void drainNeedsNoHeartbeats() {
        DelayChoice choice = DelayChoice.of(ALL_SOURCES, List.of(MYSQL), false, true);
        assertThat(choice.sideBySide()).containsExactlyInAnyOrder(COMMIT_TIMESTAMP, EVENT_HEADER);
        assertThat(choice.needsHeartbeats()).isFalse();
    }

    @Test
    void drainReplacesHeartbeatsWithNote() {
        SubscriberSpec heartbeat = SubscriberSpec.DEFAULT.delaySource(HEARTBEAT);
        DelayChoice onMySql = DelayChoice.of(heartbeat, List.of(MYSQL), false, true);
        assertThat(onMySql.main()).isEqualTo(COMMIT_TIMESTAMP);
        assertThat(onMySql.needsHeartbeats()).isFalse();
        assertThat(onMySql.unavailable()).extracting(Note::code).containsExactly(Note.Code.NO_HEARTBEATS_IN_DRAIN);
        assertThat(DelayChoice.of(heartbeat, List.of(MARIADB), false, true).main())
                .isEqualTo(EVENT_HEADER);
    }

    @Test
    void adviceForDrainOmitsHeartbeats() {
        SubscriberSpec spec = SubscriberSpec.DEFAULT.delaySource(COMMIT_TIMESTAMP);
        assertThatThrownBy(() -> DelayChoice.of(spec, List.of(MARIADB), false, true))
                .hasMessageEndingWith("sends none; use event-header (0 to 1 s too long)");
    }

    @Test
    void rejectsUnsupportedSource() {
        SubscriberSpec spec = SubscriberSpec.DEFAULT.delaySource(COMMIT_TIMESTAMP);
        assertThatThrownBy(() -> choice(spec, true, MYSQL, MARIADB))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("MARIADB")
                .hasMessageEndingWith("sends none; use heartbeat (µs) or event-header (0 to 1 s too long)");
    }

    private static DelayChoice choice(SubscriberSpec spec, boolean writes, ServerInfo... servers) {
        return DelayChoice.of(spec, List.of(servers), writes, false);
    }

    private static ServerInfo server(ServerInfo.Flavor flavor, String version) {
        return new ServerInfo(
                flavor,
                version,
                "",
                "1",
                "db",
                "ON",
                "ROW",
                "FULL",
                "CRC32",
                "OFF",
                "OFF",
                "16384",
                ServerInfo.Durability.UNKNOWN,
                new ConnectionSecurity(false, "", "", "", false));
    }
}
