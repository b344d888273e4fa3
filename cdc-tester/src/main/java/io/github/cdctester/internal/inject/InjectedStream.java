// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Endpoint;

/**
 * A stream that faults are done to, as it is at one moment.
 *
 * @param name the stream's name
 * @param server the server that it comes from
 * @param connectionId the number of its connection there
 * @param logFile the file of the log that it reads
 */
public record InjectedStream(String name, Endpoint server, long connectionId, String logFile) {}
