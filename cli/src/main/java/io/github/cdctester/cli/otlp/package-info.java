// SPDX-License-Identifier: Apache-2.0
/** The way to a collector of OpenTelemetry. */
@NullMarked
package io.github.cdctester.cli.otlp;

import org.jspecify.annotations.NullMarked;
