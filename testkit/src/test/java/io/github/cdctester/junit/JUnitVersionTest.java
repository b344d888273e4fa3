// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

class JUnitVersionTest {

    private static final Class<?>[] TYPES_OF_5_12 = {ExtensionContext.Store.class, ExtensionContext.Namespace.class};

    @Test
    void rejectsJUnitThatDoesNotCloseResources() {
        assertThatThrownBy(() -> JUnitVersion.require(TYPES_OF_5_12, "5.12.2"))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("JUnit 5.13 or newer is needed, found 5.12.2");
        assertThatThrownBy(() -> JUnitVersion.require(TYPES_OF_5_12, null)).hasMessage("JUnit 5.13 or newer is needed");
    }

    @Test
    void acceptsVersionOfThisTest() {
        assertThatCode(JUnitVersion::require).doesNotThrowAnyException();
    }
}
