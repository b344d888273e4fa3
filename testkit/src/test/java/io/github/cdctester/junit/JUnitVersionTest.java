// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

class JUnitVersionTest {

    private static final Class<?>[] BEFORE_5_13 = {ExtensionContext.Store.class, ExtensionContext.Namespace.class};

    @Test
    void rejectsJUnitThatDoesNotCloseResources() {
        assertThatThrownBy(() -> JUnitVersion.require(BEFORE_5_13, "5.12.2"))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("JUnit 5.13 or newer is needed, found 5.12.2");
        assertThatThrownBy(() -> JUnitVersion.require(BEFORE_5_13, null)).hasMessage("JUnit 5.13 or newer is needed");
    }

    @Test
    void acceptsVersionOfThisTest() {
        assertThatCode(JUnitVersion::require).doesNotThrowAnyException();
    }
}
