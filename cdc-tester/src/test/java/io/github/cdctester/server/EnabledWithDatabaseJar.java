// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.condition.EnabledIf;

/** Skips tests on platforms without published binaries of MariaDB. */
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf("io.github.cdctester.server.EnabledWithDatabaseJar$Condition#isPublished")
@interface EnabledWithDatabaseJar {

    final class Condition {

        private Condition() {}

        static boolean isPublished() {
            return DatabaseJar.forThisPlatform().coordinate() != null;
        }
    }
}
