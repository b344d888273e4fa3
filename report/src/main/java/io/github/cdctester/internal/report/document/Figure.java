// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.Nullable;

/** A key number in the headline. {@code note} contains its source and uncertainty. */
public record Figure(
        String name, String value, String unit, @Nullable String note) {}
