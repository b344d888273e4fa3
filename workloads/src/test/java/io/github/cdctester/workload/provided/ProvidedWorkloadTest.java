// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each method of the provider's workload throws. */
class ProvidedWorkloadTest {

    private static final String TWO_LINES = "first line\n  second line";

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private Map<String, ThrowingCallable> calls;

    @BeforeEach
    void wrapFailingWorkload() throws Exception {
        Map<String, Object> values =
                Map.of("transactionKinds", List.of("k1"), "session", failing(WorkloadSession.class, Map.of()));
        Workload workload = new ProvidedWorkload(Provided.workload("failing"), failing(Workload.class, values));
        WorkloadSession session = workload.session(null, 0);
        calls = Map.of(
                "timeout", workload::timeout,
                "transactionsPerConnection", workload::transactionsPerConnection,
                "preparedStatements", workload::preparedStatements,
                "whyRowsAreNotReported", workload::whyRowsAreNotReported,
                "checkServer", () -> workload.checkServer(null),
                "waitNanos", session::waitNanos,
                "mayHaveCommitted", session::mayHaveCommitted,
                "cancel", session::cancel,
                "reset", session::reset,
                "close", session::close);
    }

    private <T> T failing(Class<T> type, Map<String, Object> values) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object value = values.get(method.getName());
                    if (value == null) {
                        throw failure.get();
                    }
                    return value;
                }));
    }

    @Test
    void reportsMethodThatThrows() {
        for (Throwable thrown : List.of(
                new IllegalStateException(TWO_LINES),
                new AssertionError(TWO_LINES),
                new StackOverflowError(TWO_LINES))) {
            failure.set(thrown);
            calls.forEach((method, call) -> assertThatExceptionOfType(RunFailedException.class)
                    .as(method)
                    .isThrownBy(call)
                    .withMessage("workload failing failed in " + method + ": "
                            + thrown.getClass().getName() + ": first line second line")
                    .withCause(thrown));
        }
    }

    @Test
    void rethrowsErrorOfJvm() {
        failure.set(new OutOfMemoryError("Java heap space"));
        calls.forEach((method, call) ->
                assertThatExceptionOfType(OutOfMemoryError.class).as(method).isThrownBy(call));
    }
}
