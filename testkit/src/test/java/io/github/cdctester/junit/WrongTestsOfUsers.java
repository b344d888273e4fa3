// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@link CdcServerTest} runs these tests. Each class name describes the mistake of the field or parameter. No test needs a server. */
final class WrongTestsOfUsers {

    private static final Endpoint NOWHERE = Endpoint.of("jdbc:mysql://127.0.0.1:1/db", "root", "");

    private WrongTestsOfUsers() {}

    @CdcTest
    static final class NoServer {

        @CdcServer
        static final String PLACE = "jdbc:mysql://127.0.0.1:1/db";

        @Test
        void test(Endpoint endpoint) {}
    }

    @CdcTest
    static final class NotSet {

        @CdcServer
        Endpoint later;

        @Test
        void test(Endpoint endpoint) {}
    }

    @CdcTest
    static final class SuppliesNull {

        @CdcServer
        static final Supplier<Endpoint> SERVER = () -> null;

        @Test
        void test(Endpoint endpoint) {}
    }

    @CdcTest
    static final class SuppliesText {

        @CdcServer
        static final Supplier<String> SERVER = () -> "jdbc:mysql://127.0.0.1:1/db";

        @Test
        void test(Endpoint endpoint) {}
    }

    @CdcTest
    static final class Twice {

        @CdcServer
        static final Endpoint ONE = NOWHERE;

        @CdcServer
        static final Endpoint ANOTHER = NOWHERE;

        @Test
        void test(Endpoint endpoint) {}
    }

    @CdcTest
    static final class OfAnInstance {

        @CdcServer
        final Endpoint server = NOWHERE;

        @BeforeAll
        static void before(Endpoint endpoint) {}

        @Test
        void test() {}
    }

    @CdcTest
    static final class NotEmbedded {

        @CdcServer
        static final Endpoint SERVER = NOWHERE;

        @Test
        void test(EmbeddedMariaDb server) {}
    }

    @CdcTest
    static final class Unresolved {

        @Test
        void test(StringBuilder nobodyKnows) {}
    }
}
