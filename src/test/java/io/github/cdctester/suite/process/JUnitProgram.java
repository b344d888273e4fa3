// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Prints one line per test, and one line if the class fails: the status, and the failure's message. */
public final class JUnitProgram {

    private JUnitProgram() {}

    /** Arguments: the name of the test class, and the directory for its reports. */
    public static void main(String[] args) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(args[0]))
                .configurationParameter("cdctester.reports", args[1])
                .build();
        List<String> outcomes = Collections.synchronizedList(new ArrayList<>());
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest() || result.getStatus() != Status.SUCCESSFUL) {
                    outcomes.add(result.getStatus() + " "
                            + result.getThrowable().map(Throwable::getMessage).orElse(""));
                }
            }
        });
        outcomes.forEach(System.out::println);
    }
}
