// SPDX-License-Identifier: Apache-2.0
/** A long run at full speed, which checks the resources of its process. */
package io.github.cdctester.suite.soak;
