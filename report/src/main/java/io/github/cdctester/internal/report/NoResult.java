// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.time.Instant;

/** The record of a command that failed before it had a result. */
public record NoResult(String command, Instant at, String reason) {}
