// SPDX-License-Identifier: Apache-2.0
/** What coordinator and worker nodes tell each other, and how it is written. */
@NullMarked
package io.github.cdctester.internal.cluster.message;

import org.jspecify.annotations.NullMarked;
