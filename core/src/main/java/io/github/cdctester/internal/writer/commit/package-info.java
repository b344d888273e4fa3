// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the GTID of each commit: the server's answer to the commit contains it, and the driver's connection is listened to. It
 * takes one query per connection.
 */
@NullMarked
package io.github.cdctester.internal.writer.commit;

import org.jspecify.annotations.NullMarked;
