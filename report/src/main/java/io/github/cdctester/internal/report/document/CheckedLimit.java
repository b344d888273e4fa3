// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.Nullable;

/** A limit and its outcome. {@code held} is null if the measurements do not decide it. */
public record CheckedLimit(
        String expression, String actual, @Nullable Boolean held) {}
