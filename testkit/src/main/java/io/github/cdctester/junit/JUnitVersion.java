// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import io.github.cdctester.failure.RunFailedException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks the version of JUnit. Before 5.13, JUnit does not close the {@code AutoCloseable} objects in its stores, so servers would keep
 * running. Repackaged jars may have other version numbers, so the check looks for a type added in 5.13.
 */
final class JUnitVersion {

    private static final String TYPE_SINCE_5_13 = "StoreScope";

    private JUnitVersion() {}

    /** @throws RunFailedException if the version is too old */
    static void require() {
        require(
                ExtensionContext.class.getClasses(),
                ExtensionContext.class.getPackage().getImplementationVersion());
    }

    static void require(Class<?>[] types, @Nullable String version) {
        if (Arrays.stream(types).noneMatch(type -> type.getSimpleName().equals(TYPE_SINCE_5_13))) {
            throw new RunFailedException(
                    "JUnit 5.13 or newer is needed" + (version == null ? "" : ", found " + version));
        }
    }
}
