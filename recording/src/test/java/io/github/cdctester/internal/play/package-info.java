// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.github.cdctester.internal.play;

import org.jspecify.annotations.NullMarked;
