// SPDX-License-Identifier: Apache-2.0
/** What a user meets of a run that goes on: who is told how it goes, and how it breaks. */
@NullMarked
package io.github.cdctester.run;

import org.jspecify.annotations.NullMarked;
