// SPDX-License-Identifier: Apache-2.0
/** Sends meters to an OpenTelemetry collector. */
@NullMarked
package io.github.cdctester.cli.otlp;

import org.jspecify.annotations.NullMarked;
