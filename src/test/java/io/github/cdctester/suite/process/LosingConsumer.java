// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.connector.ConnectorReports;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A consumer that stops reporting when two given statements have occurred in this order. */
public final class LosingConsumer implements AutoCloseable {

    private final BinaryLogClient client;
    private final String firstStatement;
    private final String secondStatement;
    private boolean hasSeenFirstStatement;
    private boolean isSilent;

    private LosingConsumer(Endpoint endpoint, ConsumerProbe probe, String firstStatement, String secondStatement) {
        this.firstStatement = firstStatement;
        this.secondStatement = secondStatement;
        client = new BinaryLogClient(
                endpoint.host(),
                endpoint.port(),
                endpoint.user(),
                endpoint.password().reveal());
        client.setServerId(Integer.getInteger("server-id", 77_200));
        ConnectorReports reports = ConnectorReports.to(probe);
        client.registerEventListener(event -> {
            checkStatement(event.getData());
            if (!isSilent) {
                reports.onEvent(event);
            }
        });
    }

    /** Starts at the current end of the log. If {@code firstStatement} is empty, {@code secondStatement} alone ends the reports. */
    public static LosingConsumer follow(
            Endpoint endpoint, ConsumerProbe probe, String firstStatement, String secondStatement) {
        LosingConsumer consumer = new LosingConsumer(endpoint, probe, firstStatement, secondStatement);
        try {
            String endGtids = logEndGtids(endpoint);
            if (endGtids != null) {
                // MariaDB sends GTIDs only to clients that start from a GTID position
                consumer.client.setGtidSet(endGtids);
            }
            consumer.client.connect(60_000);
        } catch (IOException | TimeoutException e) {
            throw new AssertionError(e);
        }
        return consumer;
    }

    /** Returns {@code null} on MySQL. */
    static @Nullable String logEndGtids(Endpoint endpoint) {
        String url =
                "jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database() + "?allowPublicKeyRetrieval=true";
        try (Connection connection = DriverManager.getConnection(
                        url, endpoint.user(), endpoint.password().reveal());
                Statement statement = connection.createStatement();
                ResultSet position = statement.executeQuery("SHOW VARIABLES LIKE 'gtid_binlog_pos'")) {
            return position.next() ? position.getString(2) : null;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Reads the environment variables {@code CDC_TESTER_*} and {@code MYSQL_PWD}. */
    static Endpoint endpointFromEnvironment() {
        Map<String, String> environment = System.getenv();
        return Endpoint.of(
                environment.get("CDC_TESTER_HOST"),
                Integer.parseInt(environment.get("CDC_TESTER_PORT")),
                environment.get("CDC_TESTER_DATABASE"),
                environment.get("CDC_TESTER_USER"),
                Password.of(environment.get("MYSQL_PWD")));
    }

    /** Prints GTIDs until both statements have occurred. Arguments: the two statements. */
    public static void main(String[] args) {
        Endpoint endpoint = endpointFromEnvironment();
        ConsumerProbe probe = ConsumerProbe.named("printing");
        PrintStream lines = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // the driver logs to standard output, which is for GTIDs only
        JudgedProbe.of(probe).listen(ReportPrinter.to(lines::println));
        follow(endpoint, probe, args[0], args[1]);
    }

    private void checkStatement(EventData data) {
        if (data instanceof QueryEventData query) {
            isSilent |= (hasSeenFirstStatement || firstStatement.isEmpty())
                    && query.getSql().contains(secondStatement);
            hasSeenFirstStatement |= query.getSql().contains(firstStatement);
        }
    }

    @Override
    public void close() {
        try {
            client.disconnect();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
