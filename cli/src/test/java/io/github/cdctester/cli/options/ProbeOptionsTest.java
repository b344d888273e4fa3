// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.CommandResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProbeOptionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--probe=x | --probe: 'x' must be NAME=SOURCE, such as cpu=cpu",
                "--probe==cpu | --probe: '=cpu' must be NAME=SOURCE, such as cpu=cpu",
                "--probe=x=heat | --probe x: 'heat' must be SELECT …, SHOW …, http://HOST/… METRIC or /JSON/POINTER,"
                        + " command …, cpu or memory",
                "--probe=x y=cpu | --probe x y: name is 'x y', must be a name of at most 64",
                "--probe=x=http://h:9/m | --probe x: 'http://h:9/m' needs a metric or a /json/pointer after it",
                "--probe=x={machine: cpu, of: dt.mean} | of: 'dt.mean' must be a number of the result such as dt.mean",
                "--probe=x={http: 'http://h/', json: /a, bearer-token: abc} | give {env: NAME} or {file: PATH}",
                "--probes=no/such.yaml | no/such.yaml: cannot be read: there is no such file"
            })
    void rejectsInvalidProbes(String option, String message) {
        for (String command : new String[] {"run", "sweep", "judge"}) {
            String requiredOption =
                    command.equals("sweep") ? "--threads=1,2" : command.equals("judge") ? "--from-stdin" : "--time=1";
            CommandResult result = CommandResult.of(command, requiredOption, option);

            assertThat(result.code()).as(command).isEqualTo(2);
            assertThat(result.err()).contains(message);
            assertThat(result.err().lines()).hasSize(2);
            assertThat(result.out()).isEmpty();
        }
    }
}
