// SPDX-License-Identifier: Apache-2.0
/** What a distribution says of its commands without starting them: manual pages and shell completion, from picocli's model. */
@NullMarked
package io.github.cdctester.cli.manual;

import org.jspecify.annotations.NullMarked;
