// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The only row has 100 MiB. Its event has seven packets and exceeds the heap. */
@Timeout(300)
abstract class LargeEventContract extends ServerContract {

    static final String MAX_PACKET = "max_allowed_packet=268435456";

    private static final int VALUE_BYTES = 100 << 20;
    private static final List<String> SMALL_HEAP_OPTIONS = CliProcess.javaOptions("-Xmx64m");

    private String startPosition;
    private long expectedBytes;

    @BeforeAll
    void writeOneLargeRow() {
        server.execute("CREATE TABLE large (id INT PRIMARY KEY, value LONGBLOB NOT NULL)");
        List<String> statusBefore = binlogEnd();
        // the server generates the value, so the statement is short
        server.execute("INSERT INTO large VALUES (1, REPEAT('x', " + VALUE_BYTES + "))");
        List<String> statusAfter = binlogEnd();
        startPosition = statusBefore.get(0) + ":" + statusBefore.get(1);
        expectedBytes = server.bytesBetween(
                statusBefore.get(0), position(statusBefore), statusAfter.get(0), position(statusAfter));
        assertThat(expectedBytes).isGreaterThan(VALUE_BYTES);
    }

    @Test
    void drainsWithoutReadingBody(@TempDir Path directory) {
        assertThat(drain(directory)).contains("\"rowCounting\" : \"off\"");
    }

    @Test
    void countsAndVerifiesWholeEvent(@TempDir Path directory) {
        assertThat(drain(directory, "--row-counting=exact", "--verify-checksums"))
                .contains("\"rowCounting\" : \"exact\"", "\"INSERT\" : 1");
    }

    private String drain(Path directory, String... options) {
        try (CliProcess cli = CommandLines.start(directory, server, SMALL_HEAP_OPTIONS, command(options))) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(number(cli.out(), "bytes")).isEqualTo(expectedBytes);
            assertThat(number(cli.out(), "transactions")).isEqualTo(1);
            return cli.out();
        }
    }

    private String[] command(String... options) {
        String[] command = new String[options.length + 3];
        command[0] = "drain";
        command[1] = "--from=" + startPosition;
        command[2] = "--json";
        System.arraycopy(options, 0, command, 3, options.length);
        return command;
    }

    /** The first number with this name is in the summary. */
    private static long number(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\" : (\\d+)").matcher(json);
        assertThat(matcher.find()).as(name + " in " + json).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    private List<String> binlogEnd() {
        return server.queryRows(server.logStatusStatement()).get(0);
    }

    private static long position(List<String> status) {
        return Long.parseLong(status.get(1));
    }
}
