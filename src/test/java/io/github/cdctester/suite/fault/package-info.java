// SPDX-License-Identifier: Apache-2.0
/**
 * What only our own suites do to a reader, beside what {@link io.github.cdctester.fault.FaultProxy} offers everybody: lies of a
 * hostile server, false answers to commits, stepped clocks, servers that are none.
 */
package io.github.cdctester.suite.fault;
