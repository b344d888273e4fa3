// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.time.Instant;

/** The failure of a command, before it had a result or after its measurement. {@code reason} is one line. */
public record CommandFailure(String command, Instant at, String reason) {}
