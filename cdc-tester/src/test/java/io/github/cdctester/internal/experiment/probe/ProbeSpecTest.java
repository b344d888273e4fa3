// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Http;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Machine;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProbeSpecTest {

    private static final ProbeSource SOURCE = new ProbeSource.Sql("SELECT 1", Optional.empty());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                " select 1",
                "SHOW VARIABLES LIKE 'innodb_buffer_pool_size'",
                "(SELECT 1) UNION (SELECT 2)",
                "/* every second */ WITH a AS (SELECT 1) SELECT * FROM a",
                "-- the size\nSELECT 1",
                "TABLE sizes"
            })
    void acceptsReadOnlyStatements(String sql) {
        assertThat(new ProbeSource.Sql(sql, Optional.empty()).sql()).isEqualTo(sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "UPDATE a SET b = 1",
                "DROP TABLE a",
                "/* SELECT */ DELETE FROM a",
                "/*! DROP TABLE a */",
                "SET GLOBAL a = 1",
                "SELECTED 1"
            })
    void rejectsWritesAndUnknownStatements(String sql) {
        assertRejected(() -> new ProbeSource.Sql(sql, Optional.empty()), "sql", "a statement that reads");
    }

    @Test
    void parsesMachineMetrics() {
        assertThat(Machine.parse("cpu")).isEqualTo(new Machine(true, Subject.MACHINE, ""));
        assertThat(Machine.parse("memory of this process")).isEqualTo(new Machine(false, Subject.THIS_PROCESS, ""));
        assertThat(Machine.parse("cpu of the server")).isEqualTo(new Machine(true, Subject.SERVER, ""));
        assertThat(Machine.parse("cpu  of process 42")).isEqualTo(new Machine(true, Subject.PROCESS, "42"));
        assertThat(Machine.parse("memory of container mysql-1"))
                .isEqualTo(new Machine(false, Subject.CONTAINER, "mysql-1"));
        assertRejected(() -> Machine.parse("disk"), "machine", "cpu or memory");
        assertRejected(() -> Machine.parse("cpu of container a/../b"), "machine", "container NAME");
    }

    @Test
    void rejectsInvalidValues() {
        assertRejected(() -> spec("a b", Duration.ofSeconds(1), "none"), "name", "letters, digits");
        assertRejected(() -> spec("a", Duration.ofMillis(99), "none"), "every", "from 100ms");
        assertRejected(() -> spec("a", Duration.ofDays(2), "none"), "every", "to 24h");
        assertRejected(() -> spec("a", Duration.ofSeconds(1), "x\ny"), "unit", "a word");
        assertRejected(
                () -> new ProbeSpec(
                        "a",
                        ProbeSpec.DEFAULT_INTERVAL,
                        "percent",
                        true,
                        Machine.parse("cpu"),
                        Optional.empty(),
                        Map.of()),
                "rate",
                "left out");
        assertRejected(() -> Http.of("ftp://host/x", Map.of()), "http", "http://");
        assertRejected(() -> Http.of("http://me:secret@host/x", Map.of()), "http", "without an account");
        assertRejected(() -> new ProbeSource.Json(Http.of("http://host/", Map.of()), "a/b"), "json", "RFC 6901");
        assertRejected(() -> new ProbeSource.Json(Http.of("http://host/", Map.of()), "/a~2"), "json", "RFC 6901");
        ProbeSpec spec = ProbeReader.parseLine("a", "SELECT 1");
        Endpoint endpoint = Endpoint.of("jdbc:mysql://host:3306/db", "me", "secret");
        assertRejected(
                () -> new ProbePlan(List.of(spec, spec), endpoint, Optional::empty, false),
                "probes",
                "give each its own name");
    }

    @Test
    void hasDefaultUnit() {
        assertThat(ProbeReader.parseLine("a", "cpu").unit()).isEqualTo("percent");
        assertThat(ProbeReader.parseLine("a", "memory").unit()).isEqualTo("bytes");
        assertThat(ProbeReader.parseLine("a", "SELECT 1").unit()).isEqualTo("none");
    }

    private static ProbeSpec spec(String name, Duration every, String unit) {
        return new ProbeSpec(name, every, unit, false, SOURCE, Optional.empty(), Map.of());
    }

    private static void assertRejected(ThrowingCallable action, String property, String expected) {
        assertThatThrownBy(action)
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(expected)
                .extracting(e -> ((InvalidPlanException) e).property())
                .isEqualTo(property);
    }
}
