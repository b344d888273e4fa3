// SPDX-License-Identifier: Apache-2.0
/**
 * Files that users write in YAML, as trees whose every node knows its line, so that what is wrong can be named where it
 * stands. The only room that knows SnakeYAML Engine. Text is all that a file can hold: no tags, no types, no aliases.
 */
@NullMarked
package io.github.cdctester.internal.yaml;

import org.jspecify.annotations.NullMarked;
