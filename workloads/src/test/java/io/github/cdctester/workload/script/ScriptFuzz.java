// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.binlog.Allocations;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any text in place of a workload file is read, or rejected with the file name. Valid files also draw values. */
public class ScriptFuzz {

    private static final String FILE_NAME = "w.yaml";

    /** Longer values are valid, but not tested here. */
    private static final int MAX_DRAWN_CHARACTERS = 1 << 16;

    private static final String[] TEXTS = {
        """
        options: {accounts: 1000, name: 'x'}
        isolation: read-committed
        tables:
          account:
            columns: {id: INT NOT NULL PRIMARY KEY, owner: VARCHAR(40), balance: "DECIMAL(12,2) NOT NULL"}
            rows: $accounts
            values: {id: {sequence: 1}, owner: {letters: 10..40}, balance: 1000.00}
        transactions:
          transfer:
            weight: 9
            values:
              payer: {zipfian: 1..$accounts}
              payee: {uniform: 1..$accounts, not: payer}
              amount: {uniform: 0.50..200.00}
            statements:
              - sql: SELECT balance FROM account WHERE id = :payer AND balance >= :amount FOR UPDATE
                read: balance
              - UPDATE account SET balance = :balance - :amount WHERE id = :payer
          look:
            values: {id: {uniform: 1..$accounts}}
            statements: [SELECT owner, balance FROM account WHERE id = :id]
        checks:
          constant_sum: SELECT SUM(balance) AS total FROM account HAVING total <> 1000 * $accounts
        """,
        """
        transactions:
          t:
            autocommit: true
            values:
              a: {date: 2026-01-01..2026-12-31}
              b: {timestamp: 2026-01-01T08:00:00..2026-01-31}
              c: {choice: {open: 1, paid: 9}}
              d: {bytes: 3..9}
              e: {choice: [1, two, null]}
            statements:
              - repeat: 2..3
                values: {f: {sequence: 5}}
                statements: ["INSERT INTO `t` VALUES (:a, :b, :c, :d, :e, :f) # ':g'"]
          back: {end: rollback, weight: 2, statements: [DELETE FROM t]}
        """,
        "transactions: {t: {statements: ['SELECT \"a\\\"b\" /* c */ -- d']}}",
        "- a\n- b: [1, {c: d}]\n",
        "a: &x 1\nb: *x\n",
        "%YAML 1.2\n---\n!!str a: |\n  b\n ...\n",
    };

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "")
    void isReadOrRejected(byte[] input) {
        check(input);
    }

    public static void check(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Script script = Allocations.runBounded(input.length, () -> read(text).orElse(null));
        if (script != null) {
            script.transactions().forEach(transaction -> draw(transaction.body()));
        }
    }

    static Stream<byte[]> seeds() {
        return Stream.of(TEXTS).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<Script> read(String text) {
        try {
            Script script = ScriptReader.read(Scripted.yaml(FILE_NAME, text));
            assertThat(script.transactions()).isNotEmpty();
            return Optional.of(script);
        } catch (InvalidPlanException e) {
            assertThat(e.property()).startsWith(FILE_NAME);
            assertThat(e.getMessage()).doesNotContainPattern("\\p{Cntrl}");
            return Optional.empty();
        }
    }

    private static void draw(Script.Block block) {
        ValueRandoms draws = new ValueRandoms(
                new SplittableRandom(7),
                RandomNumbers.DEFAULT,
                new Counters.SharedCounters(SharedNumbers.forSingleProcess(1)));
        Scope scope = new Scope(null);
        StringBuilder sql = new StringBuilder();
        for (var value : block.values().entrySet()) {
            if (value.getValue() instanceof ValueReader.NextSource) {
                continue; // needs a table
            }
            Value currentValue = value.getValue().value(draws, scope);
            scope.put(value.getKey(), currentValue);
            currentValue.draw();
            currentValue.append(sql);
            if (sql.length() > MAX_DRAWN_CHARACTERS) {
                return;
            }
        }
    }
}
