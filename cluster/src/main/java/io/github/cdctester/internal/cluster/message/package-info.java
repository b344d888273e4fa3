// SPDX-License-Identifier: Apache-2.0
/** The protocol between coordinator and worker nodes. */
@NullMarked
package io.github.cdctester.internal.cluster.message;

import org.jspecify.annotations.NullMarked;
