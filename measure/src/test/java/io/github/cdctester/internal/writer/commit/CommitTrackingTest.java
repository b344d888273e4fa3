// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A broken connection is no reason to give up the tracking of commits. */
class CommitTrackingTest {

    private final CommitSink sink = (high, low, tag, number) -> {};
    private final CommitTracking tracking = new CommitTracking(sink);

    @Test
    void hasNoRefusalBeforeFirstConnection() {
        assertThat(tracking.refusal()).isEmpty();
        assertThat(tracking.isMariaDb()).isFalse();
        assertThat(tracking.sink()).isSameAs(sink);
    }

    @Test
    void storesFlavorOfGtids() {
        tracking.setServer(true, null);
        assertThat(tracking.isMariaDb()).isTrue();
        assertThat(tracking.refusal()).isEmpty();
    }

    @Test
    void storesReasonIfServerCannotBeTracked() {
        tracking.setServer(false, "the server that is written to has gtid_mode OFF");
        assertThat(tracking.refusal()).contains("the server that is written to has gtid_mode OFF");
        assertThat(tracking.isMariaDb()).isFalse();
    }

    @Test
    void keepsEarlierRefusal() {
        tracking.setServer(true, "the driver does not report them");
        tracking.setServer(true, null);
        tracking.setServer(true, "a later reason");
        assertThat(tracking.refusal()).contains("the driver does not report them");
    }

    /** Connections are opened in parallel. */
    @Test
    void keepsRefusalOfParallelConnection() throws SQLException {
        Connection slowConnection = proxy(Connection.class, (method, arguments) -> switch (method) {
            case "getMetaData" -> {
                tracking.setServer(false, "the first connection's reason");
                yield proxy(DatabaseMetaData.class, (of, noArguments) -> "MySQL");
            }
            case "hashCode" -> 1;
            case "equals" -> false;
            case "isClosed" -> false;
            case "isValid" -> true;
            default -> throw new SQLException("refused");
        });
        tracking.track(slowConnection);
        assertThat(tracking.refusal()).contains("the first connection's reason");
    }

    @Test
    void isRefusedIfServerVariableIsMissing() throws SQLException {
        tracking.track(refusingConnection(true));
        assertThat(tracking.refusal()).contains("the server that is written to has no gtid_mode");
    }

    @Test
    void killedConnectionIsNoRefusal() {
        Connection killedConnection = refusingConnection(false);
        assertThatThrownBy(() -> tracking.track(killedConnection)).isInstanceOf(SQLException.class);
        assertThat(tracking.refusal()).isEmpty();
    }

    @Test
    void connectionBrokenDuringSetupIsNoRefusal() {
        SQLException connectionError = new SQLException("Connection reset", "08000");
        assertThatThrownBy(() -> CommitTracking.throwUnlessRefused(refusingConnection(false), connectionError))
                .isSameAs(connectionError);
    }

    @ParameterizedTest
    @ValueSource(ints = {1053, 1317, 3024, 4031})
    void killedStatementIsNoRefusal(int code) {
        SQLException killError = new SQLException("Query execution was interrupted", "70100", code);
        assertThatThrownBy(() -> CommitTracking.throwUnlessRefused(refusingConnection(true), killError))
                .isSameAs(killError);
    }

    @Test
    void unknownVariableIsRefusal() {
        SQLException unknown = new SQLException("Unknown system variable", "HY000", 1193);
        assertThatNoException().isThrownBy(() -> CommitTracking.throwUnlessRefused(refusingConnection(true), unknown));
    }

    /** The connection refuses to create statements. */
    private static Connection refusingConnection(boolean isValid) {
        return proxy(Connection.class, (method, arguments) -> switch (method) {
            case "getMetaData" -> proxy(DatabaseMetaData.class, (of, noArguments) -> "MySQL");
            case "isValid" -> isValid;
            case "hashCode" -> 1;
            case "equals" -> false;
            case "isClosed" -> false;
            default -> throw new SQLException("refused");
        });
    }

    private interface ProxyBehavior {
        Object call(String method, Object[] arguments) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, ProxyBehavior behavior) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> behavior.call(method.getName(), arguments)));
    }
}
