// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Simulates a user at the terminal. Records prompts unless a test sets another reaction. */
final class FakeHumanPause implements HumanPause {

    final List<String> prompts = new ArrayList<>();
    Consumer<String> onPrompt = prompts::add;

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public void prompt(String text) {
        onPrompt.accept(text);
    }

    /** Returns a setting that prompts the user before its statements. */
    static MatrixSetting promptSetting(String text, String... statements) {
        return new MatrixSetting(
                "one",
                Optional.empty(),
                Optional.empty(),
                Optional.of(text),
                Optional.empty(),
                List.of(statements),
                List.of());
    }
}
