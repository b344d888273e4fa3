// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class FailureTextTest {

    @Test
    void omitsClassNamesOfExpectedFailures() {
        assertThat(FailureText.of(new IOException("error 1227: Access denied"))).isEqualTo("error 1227: Access denied");
        assertThat(FailureText.of(new SQLException("no table"))).isEqualTo("no table");
        assertThat(FailureText.of(new RunFailedException("no answer", new IOException("reset"))))
                .isEqualTo("no answer");
        assertThat(FailureText.of(new InvalidPlanException("rate", "missing"))).isEqualTo("rate: missing");
    }

    @Test
    void keepsClassNamesIfMessageIsNoSentence() {
        assertThat(FailureText.of(new EOFException())).isEqualTo("java.io.EOFException");
        assertThat(FailureText.of(new UnknownHostException("db1"))).isEqualTo("java.net.UnknownHostException: db1");
        assertThat(FailureText.of(new IllegalStateException("closed")))
                .isEqualTo("java.lang.IllegalStateException: closed");
    }

    @Test
    void addsMessageOfRootCause() {
        SQLException denied = new SQLException("Access denied; you need LOCK TABLES");
        RuntimeException failure =
                new IllegalStateException("the producer failed", new IllegalArgumentException("snapshot", denied));
        assertThat(FailureText.withRootCause(failure))
                .isEqualTo("java.lang.IllegalStateException: the producer failed"
                        + "; root cause: Access denied; you need LOCK TABLES");
        assertThat(FailureText.withRootCause(new IllegalStateException(new EOFException())))
                .isEqualTo("java.lang.IllegalStateException: java.io.EOFException");
    }

    @Test
    void omitsRepeatedOrCyclicCauses() {
        assertThat(FailureText.withRootCause(new IOException("reset"))).isEqualTo("java.io.IOException: reset");
        assertThat(FailureText.withRootCause(new UncheckedIOException(new IOException("reset"))))
                .isEqualTo("java.io.UncheckedIOException: java.io.IOException: reset");
        RuntimeException first = new IllegalStateException("first");
        RuntimeException second = new IllegalStateException("second", first);
        first.initCause(second);
        assertThat(FailureText.withRootCause(first)).startsWith("java.lang.IllegalStateException: first");
    }
}
