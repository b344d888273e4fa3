// SPDX-License-Identifier: Apache-2.0
/** Which families of workloads there are. */
@NullMarked
package io.github.cdctester.internal.catalog;

import org.jspecify.annotations.NullMarked;
