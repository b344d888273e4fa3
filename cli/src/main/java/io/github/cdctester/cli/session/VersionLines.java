// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.result.RunResult.ToolInfo;
import picocli.CommandLine;

public final class VersionLines implements CommandLine.IVersionProvider {

    @Override
    public String[] getVersion() {
        ToolInfo tool = ToolInfo.current("");
        return new String[] {"cdc-tester " + tool.version(), "Java " + tool.java(), tool.os()};
    }
}
