// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import io.github.cdctester.internal.binlog.position.LogPosition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The bytes that a real server sent after a dump command, and the event counts of its own tool. See {@code README.md}. */
public record CapturedStream(String name, byte[] bytes, Properties expectedCounts) {

    static final String[] NAMES = {
        "mysql-inserts",
        "mysql-anonymous",
        "mysql-no-checksum",
        "mysql-mix",
        "mysql-mid-file",
        "mysql-statements",
        "mysql-mixed",
        "mysql-payloads",
        "mysql-stop",
        "mysql-heartbeats",
        "mysql-heartbeats-v2",
        "mariadb-10.11",
        "mariadb-10.11-compressed",
        "mariadb-10.11-no-checksum",
        "mariadb-10.11-alter",
        "mariadb-10.11-encrypted",
        "mariadb-10.11-compressed-heartbeats",
        "mariadb-11.4",
        "mariadb-11.4-compressed",
        "mariadb-11.4-mid-file",
        "mariadb-11.4-alter",
        "mariadb-11.4-heartbeats"
    };

    public static Stream<CapturedStream> all() {
        return Stream.of(NAMES).map(CapturedStream::load);
    }

    public static CapturedStream load(String name) {
        try (InputStream packedStream = resource(name + ".bin.gz");
                InputStream unpacked = new GZIPInputStream(packedStream);
                InputStream properties = resource(name + ".properties")) {
            Properties listedCounts = new Properties();
            listedCounts.load(properties);
            return new CapturedStream(name, unpacked.readAllBytes(), listedCounts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isMariaDb() {
        return name.startsWith("mariadb");
    }

    /** 0 for {@code binlog_checksum=NONE}, otherwise 4. */
    public int checksumBytes() {
        return name.endsWith("no-checksum") ? 0 : 4;
    }

    public long expectedCounts(String key) {
        return Long.parseLong(expectedCounts.getProperty(key));
    }

    public LogPosition endPosition() {
        return new LogPosition(expectedCounts.getProperty("file"), expectedCounts("offset"));
    }

    public Map<String, Long> eventsByKind() {
        return counts("kind.");
    }

    /** Counts events inside TRANSACTION_PAYLOAD events, like mysqlbinlog. */
    public Map<String, Long> innerEventsByKind() {
        return counts("inner.");
    }

    private Map<String, Long> counts(String prefix) {
        Map<String, Long> kindCounts = new TreeMap<>();
        for (String key : expectedCounts.stringPropertyNames()) {
            if (key.startsWith(prefix)) {
                kindCounts.put(key.substring(prefix.length()), expectedCounts(key));
            }
        }
        return kindCounts;
    }

    @Override
    public String toString() {
        return name;
    }

    private static InputStream resource(String file) {
        return CapturedStream.class.getResourceAsStream("/streams/" + file);
    }
}
