// SPDX-License-Identifier: Apache-2.0
/** A long run at full speed, and its resources. */
package io.github.cdctester.suite.soak;
