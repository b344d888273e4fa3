// SPDX-License-Identifier: Apache-2.0
/** Faults that only the suites use, in addition to the faults of {@link io.github.cdctester.fault.FaultProxy}. */
package io.github.cdctester.suite.fault;
