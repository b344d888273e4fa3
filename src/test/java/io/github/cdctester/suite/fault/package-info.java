// SPDX-License-Identifier: Apache-2.0
/**
 * What can go wrong between a client and its server: {@link io.github.cdctester.suite.fault.FaultProxy} for the bytes of any
 * connection, {@link io.github.cdctester.suite.fault.StreamFault} for the events of a dump.
 */
package io.github.cdctester.suite.fault;
