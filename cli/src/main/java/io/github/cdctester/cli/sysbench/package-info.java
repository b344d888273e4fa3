// SPDX-License-Identifier: Apache-2.0
/** Command lines as sysbench's users write them, in the words of the commands here: the one place that knows them. */
@NullMarked
package io.github.cdctester.cli.sysbench;

import org.jspecify.annotations.NullMarked;
