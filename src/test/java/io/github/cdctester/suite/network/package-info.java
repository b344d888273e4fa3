// SPDX-License-Identifier: Apache-2.0
/** Virtual hosts on one machine, which tests can disconnect. */
package io.github.cdctester.suite.network;
