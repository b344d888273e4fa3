// SPDX-License-Identifier: Apache-2.0
/**
 * Fault injection between a client and its server, on this machine. {@link io.github.cdctester.fault.FaultProxy} changes the
 * bytes of any connection. {@link io.github.cdctester.fault.FaultPlan} and {@link io.github.cdctester.fault.StreamFaults} change
 * the events of a MySQL change stream without TLS and compression.
 */
@NullMarked
package io.github.cdctester.fault;

import org.jspecify.annotations.NullMarked;
