// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import org.junit.jupiter.api.Test;

class WriteTargetTest {

    @Test
    void rejectsEndpointWithoutSchemaBeforeConnecting() {
        Endpoint endpoint = Endpoint.of("jdbc:mysql://host.invalid:3306/", "root", "");
        assertThatThrownBy(() -> WriteTarget.open(endpoint))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("database: none, must be the schema of the workload's tables, such as sbtest");
        assertThatThrownBy(() -> WriteTarget.open(endpoint, true)).isInstanceOf(InvalidPlanException.class);
    }
}
