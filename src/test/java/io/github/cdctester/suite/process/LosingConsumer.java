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

/** Follows the log from its end, and stops reporting after two given statements in this order. */
public final class LosingConsumer implements AutoCloseable {

    private final BinaryLogClient client;
    private final String first;
    private final String second;
    private boolean hadFirst;
    private boolean loses;

    private LosingConsumer(Endpoint endpoint, ConsumerProbe probe, String first, String second) {
        this.first = first;
        this.second = second;
        client = new BinaryLogClient(
                endpoint.host(),
                endpoint.port(),
                endpoint.user(),
                endpoint.password().reveal());
        client.setServerId(Integer.getInteger("server-id", 77_200));
        ConnectorReports reports = ConnectorReports.to(probe);
        client.registerEventListener(event -> {
            observe(event.getData());
            if (!loses) {
                reports.onEvent(event);
            }
        });
    }

    /** Starts to follow. If {@code first} is empty, only the second statement counts. */
    public static LosingConsumer follow(Endpoint endpoint, ConsumerProbe probe, String first, String second) {
        LosingConsumer consumer = new LosingConsumer(endpoint, probe, first, second);
        String url =
                "jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database() + "?allowPublicKeyRetrieval=true";
        try (Connection connection = DriverManager.getConnection(
                        url, endpoint.user(), endpoint.password().reveal());
                Statement statement = connection.createStatement();
                ResultSet position = statement.executeQuery("SHOW VARIABLES LIKE 'gtid_binlog_pos'")) {
            if (position.next()) {
                consumer.client.setGtidSet(
                        position.getString(2)); // MariaDB sends GTIDs only to clients that start by one
            }
            consumer.client.connect(60_000);
        } catch (SQLException | IOException | TimeoutException e) {
            throw new AssertionError(e);
        }
        return consumer;
    }

    /** Prints GTIDs of the server named in the environment, until the process is killed. */
    public static void main(String[] args) {
        Map<String, String> environment = System.getenv();
        Endpoint endpoint = Endpoint.of(
                environment.get("CDC_TESTER_HOST"),
                Integer.parseInt(environment.get("CDC_TESTER_PORT")),
                environment.get("CDC_TESTER_DATABASE"),
                environment.get("CDC_TESTER_USER"),
                Password.of(environment.get("MYSQL_PWD")));
        ConsumerProbe probe = ConsumerProbe.named("printing");
        PrintStream lines = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // the logger of the driver
        JudgedProbe.of(probe).listen(PrintedReports.to(lines::println));
        follow(endpoint, probe, args[0], args[1]);
    }

    private void observe(EventData data) {
        if (data instanceof QueryEventData query) {
            loses |= (hadFirst || first.isEmpty()) && query.getSql().contains(second);
            hadFirst |= query.getSql().contains(first);
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
