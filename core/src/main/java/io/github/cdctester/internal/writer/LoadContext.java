// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.time.NanoClock;

/** The parts of a load that all its workers share. */
public record LoadContext(
        LoadSpec.IgnoredErrors ignoredErrors,
        Pacer pacer,
        Gate gate,
        LoadState state,
        WriteSink sink,
        NanoClock clock) {}
