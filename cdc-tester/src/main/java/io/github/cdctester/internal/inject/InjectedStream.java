// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Endpoint;

/** A stream that faults are done to, as it is at one moment. */
public record InjectedStream(String name, Endpoint server, long connectionId, String logFile) {}
