// SPDX-License-Identifier: Apache-2.0
/**
 * Faults between a client and its server, on this machine: {@link io.github.cdctester.fault.FaultProxy} for the bytes of any
 * connection; {@link io.github.cdctester.fault.FaultPlan} and {@link io.github.cdctester.fault.StreamFaults} for the events of a
 * change stream of the MySQL protocol, which has to be without TLS and without compression.
 */
@NullMarked
package io.github.cdctester.fault;

import org.jspecify.annotations.NullMarked;
