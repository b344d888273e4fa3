// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadParameters;
import io.github.cdctester.workload.WorkloadProvider;
import io.github.cdctester.workload.WorkloadSession;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvidedWorkloadsTest {

    private static final List<String> BUILT_IN = List.of("tpcc", "oltp_insert");

    private final ClassLoader previousLoader = Thread.currentThread().getContextClassLoader();

    @TempDir
    private Path directory;

    @AfterEach
    void restoreClassLoader() {
        Thread.currentThread().setContextClassLoader(previousLoader);
    }

    private void putOnClassPath(Object... providers) throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(WorkloadProvider.class.getName()),
                Arrays.stream(providers)
                        .map(provider -> provider instanceof Class<?> type ? type.getName() : provider.toString())
                        .collect(Collectors.joining("\n")));
        Thread.currentThread()
                .setContextClassLoader(new URLClassLoader(
                        new URL[] {directory.toUri().toURL()}, getClass().getClassLoader()));
    }

    private static Workload create(Provided spec) {
        return ProvidedWorkloads.workload(spec, BUILT_IN);
    }

    @Test
    void findsProviderAndPassesOptions() throws Exception {
        putOnClassPath(Good.class);
        Workload workload = create(Provided.workload("good").option("kinds", "3"));
        assertThat(workload.name()).isEqualTo("good");
        assertThat(workload.transactionKinds()).containsExactly("k1", "k2", "k3");
        assertThat(workload.transactionsPerConnection()).isEqualTo(11);
    }

    @Test
    void listsAvailableProviders() throws Exception {
        putOnClassPath(Good.class, Throwing.class);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> create(Provided.workload("god")))
                .withMessage("workload: god, must be one of: tpcc, oltp_insert, good, throwing; did you mean good?");
    }

    @Test
    void rejectsUnknownOptions() throws Exception {
        putOnClassPath(Good.class);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> create(Provided.workload("good").option("kind", "3")))
                .withMessage("option kind of good: 3, must be one of the options of good: kinds");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> create(Provided.workload("good").option("kinds", "many")))
                .withMessage("option kinds of good: many, must be a whole number from 0 to 9");
    }

    @Test
    void rejectsStampsUnlessSupported() throws Exception {
        putOnClassPath(Good.class, Stamping.class);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> create(Provided.workload("good").stamp(true)))
                .withMessage("stamp: on, must be off with good: its provider stamps no rows");
        assertThat(create(Provided.workload("stamping").stamp(true)).transactionKinds())
                .containsExactly("k1");
        assertThatExceptionOfType(RunFailedException.class)
                .as("the provider received no request for stamps")
                .isThrownBy(() -> create(Provided.workload("stamping")))
                .withMessageContaining("its transaction kinds are []");
    }

    @Test
    void rejectsAmbiguousName() throws Exception {
        putOnClassPath(Good.class, AlsoGood.class, LikeTpcc.class);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> create(Provided.workload("good")))
                .withMessageContaining(
                        "this is the name of " + Good.class.getName() + " and of " + AlsoGood.class.getName());
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> ProvidedWorkloads.onClassPath().rejectAmbiguousName("tpcc", BUILT_IN))
                .withMessageContaining("cdc-tester itself and of " + LikeTpcc.class.getName());
        ProvidedWorkloads.onClassPath().rejectAmbiguousName("oltp_insert", BUILT_IN);
    }

    @Test
    void reportsExceptionOfProvider() throws Exception {
        putOnClassPath(Good.class, Throwing.class);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> create(Provided.workload("throwing")))
                .withMessage("the provider of workload throwing, " + Throwing.class.getName()
                        + ", failed: java.lang.UnsupportedOperationException: not today")
                .withCauseInstanceOf(UnsupportedOperationException.class);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> create(Provided.workload("good").option("kinds", "0")))
                .withMessageContaining("its transaction kinds are []");
    }

    @Test
    void brokenProviderDoesNotAffectOthers() throws Exception {
        putOnClassPath(
                "no.such.Provider",
                ForNewerJava.NAME,
                NotLoading.class,
                WithoutName.class,
                ErringName.class,
                Good.class);
        ForNewerJava.writeTo(directory);
        assertThat(create(Provided.workload("good").option("kinds", "1")).name())
                .isEqualTo("good");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> create(Provided.workload("other")))
                .withMessageContaining("there is no workload other")
                .withMessageContaining("no.such.Provider")
                .withMessageContaining("broken on purpose")
                .withMessageContaining("UnsupportedClassVersionError")
                .withMessageContaining(ErringName.class.getName() + " has no name: java.lang.AssertionError: no name")
                .withMessageContaining(WithoutName.class.getName() + " has the name 'null'");
    }

    @Test
    void checksContractOfWorkload() throws Exception {
        putOnClassPath(Good.class);
        Workload workload = create(Provided.workload("good").option("kinds", "2"));
        WorkloadSession session = workload.session(null, 0);
        StatementTally tally = new StatementTally();
        assertThat(session.execute(tally)).isZero();
        assertThat(session.execute(tally)).isEqualTo(1);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> session.execute(tally))
                .withMessageContaining("workload good failed in execute")
                .withMessageContaining("it returned 2, but has 2 kinds");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> session.execute(tally))
                .withMessageContaining("NoClassDefFoundError: gone");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> workload.prepare(preparation(false)))
                .withMessageContaining("workload good failed in prepare: java.lang.IllegalStateException");
    }

    @Test
    void failedPreparationIsCleanedUp() throws Exception {
        putOnClassPath(Good.class);
        Workload workload = create(Provided.workload("good"));
        Good.CLEANUPS.set(0);
        assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> workload.prepare(preparation(false)));
        assertThat(Good.CLEANUPS).hasValue(1);

        assertThatExceptionOfType(RunFailedException.class)
                .as("the schema had a table before, which may be the user's")
                .isThrownBy(() -> workload.prepare(preparation(true)));
        assertThat(Good.CLEANUPS).hasValue(1);
    }

    private static Preparation preparation(boolean hasTables) {
        ResultSet rows = (ResultSet) proxy(ResultSet.class, (proxy, method, arguments) -> hasTables);
        Statement statement =
                (Statement) proxy(Statement.class, (proxy, method, arguments) -> switch (method.getName()) {
                    case "executeQuery" -> rows;
                    case "execute" -> false;
                    default -> null;
                });
        Connection connection = (Connection) proxy(
                Connection.class,
                (proxy, method, arguments) -> method.getName().equals("createStatement") ? statement : null);
        return new Preparation(() -> connection, 1, new StopSignal(), Preparation.Progress.SILENT);
    }

    private static Object proxy(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    /** The fourth execution throws an exception. */
    public static class Good implements WorkloadProvider {

        static final AtomicInteger CLEANUPS = new AtomicInteger();

        @Override
        public String name() {
            return "good";
        }

        @Override
        public Workload workload(WorkloadParameters parameters) {
            int kindCount = (int) parameters.wholeNumber("kinds", 1, 0, 9);
            return new Workload() {
                @Override
                public String name() {
                    return "another";
                }

                @Override
                public List<String> transactionKinds() {
                    return List.of("k1", "k2", "k3").subList(0, kindCount);
                }

                @Override
                public int transactionsPerConnection() {
                    return 11;
                }

                @Override
                public void prepare(Preparation preparation) {
                    throw new IllegalStateException("no tables");
                }

                @Override
                public void check(Connection connection) {}

                @Override
                public WorkloadSession session(Connection connection, int worker) {
                    return new WorkloadSession() {
                        private int nextKind;

                        @Override
                        public int execute(StatementTally tally) {
                            if (nextKind == 3) {
                                throw new NoClassDefFoundError("gone");
                            }
                            return nextKind++;
                        }

                        @Override
                        public void reset() {}

                        @Override
                        public void close() {}
                    };
                }

                @Override
                public int cleanup(Connection connection) {
                    CLEANUPS.incrementAndGet();
                    return 0;
                }
            };
        }
    }

    public static final class AlsoGood extends Good {}

    /** The workload has a transaction kind only if stamps are on. */
    public static final class Stamping extends Good {
        @Override
        public String name() {
            return "stamping";
        }

        @Override
        public Workload workload(WorkloadParameters parameters) {
            return super.workload(new WorkloadParameters(
                    name(),
                    Map.of("kinds", parameters.stamp() ? "1" : "0"),
                    parameters.numbers(),
                    parameters.sending(),
                    false));
        }
    }

    public static final class LikeTpcc extends Good {
        @Override
        public String name() {
            return "tpcc";
        }
    }

    public static final class Throwing extends Good {
        @Override
        public String name() {
            return "throwing";
        }

        @Override
        public Workload workload(WorkloadParameters parameters) {
            throw new UnsupportedOperationException("not today");
        }
    }

    public static final class NotLoading extends Good {
        public NotLoading() {
            throw new IllegalStateException("broken on purpose");
        }
    }

    public static final class ErringName extends Good {
        @Override
        public String name() {
            throw new AssertionError("no name");
        }
    }

    /** The head of a class file is sufficient, because the version is checked first. */
    private static final class ForNewerJava {

        static final String NAME = "ForNewerJava";

        static void writeTo(Path directory) throws IOException {
            byte[] magicAndVersion = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0x70, 0};
            Files.write(directory.resolve(NAME + ".class"), magicAndVersion);
        }
    }

    public static final class WithoutName extends Good {
        @Override
        public String name() {
            return null;
        }
    }
}
