# Users that a member of the cluster has besides the service's: run by MariaDB's image when it makes its database.
mariadb --user=root --password="$MARIADB_ROOT_PASSWORD" <<SQL
-- Hands the data to another member (mariabackup).
CREATE USER sst@localhost IDENTIFIED BY '$SST_PASSWORD';
GRANT RELOAD, PROCESS, LOCK TABLES, BINLOG MONITOR, REPLICA MONITOR ON *.* TO sst@localhost;
-- Looks at the member's state (ready.mjs), which needs no rights.
CREATE USER ready@localhost IDENTIFIED BY '$READY_PASSWORD';
CREATE USER ready@127.0.0.1 IDENTIFIED BY '$READY_PASSWORD';
SQL
