// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.server.EmbeddedMariaDb.Options;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedMariaDbOptionsTest {

    @Test
    void eachMethodChangesOneOption() {
        Options options = Options.defaults()
                .withServerArguments("--max_binlog_size=4096", "--skip-log-bin")
                .withShutdownHook(false)
                .withBaseDirectory(Path.of("/usr"));

        assertThat(options)
                .isEqualTo(new Options(List.of("--max_binlog_size=4096", "--skip-log-bin"), false, Path.of("/usr")));
        assertThat(Options.defaults()).isEqualTo(new Options(List.of(), true, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"max_binlog_size=4096", "-P1", "--port=3306", "--datadir=/var/lib/mysql", "--pid_file=x"})
    void rejectsInvalidOrReservedArguments(String argument) {
        Options defaults = Options.defaults();

        assertThatThrownBy(() -> defaults.withServerArguments(argument))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(argument);
    }
}
