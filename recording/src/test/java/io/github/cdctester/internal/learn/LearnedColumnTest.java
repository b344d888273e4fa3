// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.binlog.rows.RowTableParser;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearnedColumnTest {

    /** TABLE_MAP of shop.t with one column: a 32-bit number that is NOT NULL. */
    private static final byte[] DEFINITION = {4, 's', 'h', 'o', 'p', 0, 1, 't', 0, 1, 3, 0, 0};

    private static LearnedColumn column(String type, String collation) {
        RowTable table = RowTableParser.parse(1, ByteBuffer.wrap(DEFINITION), 0, DEFINITION.length);
        return LearnedColumn.of("c", type, false, collation, Objects.requireNonNull(table), 0);
    }

    /** {@code prepare} later executes the type in the workload file as part of SQL on another server. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "int) as select user, authentication_string from mysql.user -- ",
                "int default (load_file('/etc/passwd'))",
                "varchar(10) collate utf8mb4_bin) as table mysql.user #",
                "int(1",
                "int(99999999999)",
                "int, x int",
                "int\n) select 1",
                "xmltype",
                "",
                "enum('a') as select 1 -- ')x"
            })
    void usesTypeOfLogIfServerTypeIsUnknown(String type) {
        assertThat(column(type, "").definition()).isEqualTo("int NOT NULL");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int(10) unsigned zerofill    | int(10) unsigned zerofill",
                "BIGINT UNSIGNED              | bigint unsigned",
                "decimal(12,2)                | decimal(12,2)",
                "timestamp(6)                 | timestamp(6)",
                "datetime /* mariadb-5.3 */   | datetime",
                "double                       | double",
                "year(4)                      | year(4)",
                "uuid                         | uuid",
                "inet6                        | binary(16)",
                "geometry                     | longblob",
                "enum('a','b) as select 1 -- ')| enum('v1','v2')",
                "set('x')                     | set('v1')",
                "enum('a'',''b',',','d''','')| enum('v1','v2','v3','v4')",
                "enum('','a')                 | enum('v1','v2')",
                "varchar(40)                  | varchar(40) COLLATE utf8mb4_0900_ai_ci",
                "longtext                     | longtext COLLATE utf8mb4_0900_ai_ci",
            })
    void convertsTypesOfServers(String type, String definition) {
        assertThat(column(type, "utf8mb4_0900_ai_ci").definition()).isEqualTo(definition + " NOT NULL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf8mb4_bin) as select 1 -- ", "a b", "`x`"})
    void omitsInvalidCollation(String collation) {
        assertThat(column("varchar(9)", collation).definition()).isEqualTo("varchar(9) NOT NULL");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "float(3,1)          | 0.0..99.9",
                "float(5,5) unsigned | 0.00000..0.99999",
                "float(3,0)          | 0..999",
                "double(4,2)         | 0.00..99.99",
                "double(20,3)        | 0.000..999999999.999",
                "decimal(1,1)        | 0.0..0.9",
                "decimal(65,30)      | 0.000000000..999999999.999999999",
                "float               | 0.01..9999.99",
                "double              | 0.01..9999.99",
            })
    void drawsNumbersThatFit(String type, String range) {
        assertThat(column(type, "").valueExpression(LearnedColumn.Image.EXISTING))
                .isEqualTo(Map.of("uniform", range));
    }

    @ParameterizedTest
    @ValueSource(strings = {"decimal(2,9)", "decimal", "bit(999)", "varchar(999999999)"})
    void drawsValuesForAnyLength(String type) {
        assertThat(column(type, "").valueExpression(LearnedColumn.Image.EXISTING))
                .isNotNull();
    }
}
