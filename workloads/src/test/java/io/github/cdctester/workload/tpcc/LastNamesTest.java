// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LastNamesTest {

    @Test
    void usesSyllablePerDigit() {
        assertThat(NonUniform.LastNames.of(0)).isEqualTo("BARBARBAR");
        assertThat(NonUniform.LastNames.of(371)).isEqualTo("PRICALLYOUGHT");
        assertThat(NonUniform.LastNames.of(40)).isEqualTo("BARPRESBAR");
        assertThat(NonUniform.LastNames.of(999)).isEqualTo("EINGEINGEING");
    }

    @Test
    void hasThousandDistinctNamesThatFitColumn() {
        assertThat(IntStream.range(0, 1_000).mapToObj(NonUniform.LastNames::of))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.length() <= 16);
    }
}
