// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of connections: of those on another machine, and of one that cannot be asked. */
class CommitTrackingTest {

    private final CommitSink sink = (high, low, tag, number) -> {};
    private final CommitTracking tracking = new CommitTracking(sink);

    @Test
    void knowsNothingBeforeItIsTold() {
        assertThat(tracking.refusal()).isEmpty();
        assertThat(tracking.isMariaDb()).isFalse();
        assertThat(tracking.sink()).isSameAs(sink);
    }

    @Test
    void takesWhoseGtidsTheyAre() {
        tracking.told(true, null);
        assertThat(tracking.isMariaDb()).isTrue();
        assertThat(tracking.refusal()).isEmpty();
    }

    @Test
    void takesWhyTheyAreNotFollowed() {
        tracking.told(false, "the server that is written to has gtid_mode OFF");
        assertThat(tracking.refusal()).contains("the server that is written to has gtid_mode OFF");
        assertThat(tracking.isMariaDb()).isFalse();
    }

    @Test
    void oneThatCannotIsEnough() {
        tracking.told(true, "the driver does not tell");
        tracking.told(true, null);
        assertThat(tracking.refusal()).contains("the driver does not tell");
    }

    @Test
    void aServerThatDoesNotKnowTheVariableIsNotFollowed() throws SQLException {
        tracking.follow(refusing(true));
        assertThat(tracking.refusal()).contains("the server that is written to has no gtid_mode");
    }

    @Test
    void aConnectionThatWasKilledSaysNothingOfTheServer() {
        Connection killed = refusing(false);
        assertThatThrownBy(() -> tracking.follow(killed)).isInstanceOf(SQLException.class);
        assertThat(tracking.refusal()).isEmpty();
    }

    @Test
    void connectionBrokenWhileItIsSetUpIsNoRefusal() {
        List<String> sent = new ArrayList<>();
        Connection broken = connection(false, sent, Integer.MAX_VALUE);
        assertThatThrownBy(() -> CommitTracking.follow(broken, "SET SESSION session_track_gtids = OWN_GTID"))
                .isInstanceOf(SQLException.class);
        assertThat(sent).hasSize(1);
    }

    @Test
    void queryKilledOnceIsSentAgain() throws SQLException {
        List<String> sent = new ArrayList<>();
        Connection interrupted = connection(true, sent, 1);
        assertThat(CommitTracking.follow(interrupted, "SET SESSION session_track_gtids = OWN_GTID"))
                .isNull();
        assertThat(sent).hasSize(2);
    }

    @Test
    void settingRefusedTwiceOnWorkingConnectionIsRefused() throws SQLException {
        List<String> sent = new ArrayList<>();
        Connection working = connection(true, sent, Integer.MAX_VALUE);
        assertThat(CommitTracking.follow(working, "SET SESSION session_track_gtids = OWN_GTID"))
                .isEqualTo("the server does not tell GTIDs in its answers: error 1");
        assertThat(sent).hasSize(2);
    }

    /** A connection on which the first statements fail. */
    private static Connection connection(boolean valid, List<String> sent, int failures) {
        Statement statement = proxy(Statement.class, (method, arguments) -> {
            if (method.equals("execute")) {
                sent.add(String.valueOf(arguments[0]));
                if (sent.size() <= failures) {
                    throw new SQLException("error 1");
                }
            }
            return method.equals("execute") ? Boolean.FALSE : null;
        });
        return proxy(Connection.class, (method, arguments) -> method.equals("isValid") ? (Object) valid : statement);
    }

    /** A connection to MySQL that makes no statements. */
    private static Connection refusing(boolean valid) {
        return proxy(Connection.class, (method, arguments) -> switch (method) {
            case "getMetaData" -> proxy(DatabaseMetaData.class, (of, none) -> "MySQL");
            case "isValid" -> valid;
            case "hashCode" -> 1;
            case "equals" -> false;
            case "isClosed" -> false;
            default -> throw new SQLException("refused");
        });
    }

    private interface Answers {
        Object to(String method, Object[] arguments) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.to(method.getName(), arguments)));
    }
}
