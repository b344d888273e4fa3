// SPDX-License-Identifier: Apache-2.0
/** Connections between coordinator and worker nodes. Only this package uses gRPC. */
@NullMarked
package io.github.cdctester.internal.cluster.transport;

import org.jspecify.annotations.NullMarked;
