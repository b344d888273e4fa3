// SPDX-License-Identifier: Apache-2.0
/** Manual pages and shell completion of the distribution, from picocli's model. */
@NullMarked
package io.github.cdctester.cli.manual;

import org.jspecify.annotations.NullMarked;
