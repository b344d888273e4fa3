// SPDX-License-Identifier: Apache-2.0
/** Hosts with separate addresses on one machine, whose cables can be pulled. */
package io.github.cdctester.suite.network;
