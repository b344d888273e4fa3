// SPDX-License-Identifier: Apache-2.0
/** Virtual hosts on one machine, with separate addresses, which tests can disconnect from the network. */
package io.github.cdctester.suite.network;
