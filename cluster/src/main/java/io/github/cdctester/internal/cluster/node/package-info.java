// SPDX-License-Identifier: Apache-2.0
/** A worker node: writes what a coordinator asks for. */
@NullMarked
package io.github.cdctester.internal.cluster.node;

import org.jspecify.annotations.NullMarked;
