-- MySQL, gtid_mode=ON, --max_binlog_size=4096: a rotation every few transactions
CREATE TABLE t.sbtest1 (id INTEGER NOT NULL AUTO_INCREMENT PRIMARY KEY, k INTEGER DEFAULT '0' NOT NULL,
  c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, KEY k_1 (k));
DELIMITER //
CREATE PROCEDURE t.inserts(n INT)
BEGIN
  WHILE n > 0 DO
    INSERT INTO t.sbtest1 (k, c, pad) VALUES (n, REPEAT(CHAR(65 + n), 119), REPEAT(CHAR(97 + n), 59));
    SET n = n - 1;
  END WHILE;
END//
DELIMITER ;
CALL t.inserts(25);
