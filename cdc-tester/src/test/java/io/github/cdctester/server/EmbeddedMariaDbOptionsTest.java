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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--loose-datadir=/var/lib/mysql",
                "--loose_port=3306",
                "--loose-skip-pid-file",
                "--skip-socket",
                "--maximum-port=3306",
                "--datad=/var/lib/mysql",
                "--pid_f=x",
                "--loose-sock=/tmp/x",
                "--init-f=x\n",
                "--boot",
                "--",
                "--loose-=1"
            })
    void rejectsOtherSpellingsOfReservedArguments(String argument) {
        Options defaults = Options.defaults();

        assertThatThrownBy(() -> defaults.withServerArguments(argument))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(argument.strip())
                .hasMessageContaining("--name or --name=value, other than the server's directories and port");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--loose-unknown-plugin-option=1",
                "--skip-log-bin",
                "--extra-port=3307",
                "--init-connect=SET @a=1",
                "--port-open-timeout=1"
            })
    void acceptsArgumentsWithSimilarNames(String argument) {
        assertThat(Options.defaults().withServerArguments(argument).serverArguments())
                .containsExactly(argument);
    }
}
