#!/bin/sh
# Runs one program of a cluster in the foreground: run.sh etcd|patroni|haproxy|service|gateway; once, create-database;
# and frontdesk COMMAND. The variables are those of cluster.env. docs/scale.md explains both.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
database="postgres://frontdesk:$DATABASE_PASSWORD@$ADDRESS:5000/frontdesk"

case "$1" in
etcd)
  # Twice etcd's own times, for disks that are slow to write; an election ends within Patroni's `retry_timeout`.
  exec etcd --name "$ADDRESS" --data-dir "$DATA_DIR/etcd" --logger zap --log-level warn \
    --initial-cluster "$DB1=http://$DB1:2380,$DB2=http://$DB2:2380,$DB3=http://$DB3:2380" \
    --listen-peer-urls "http://$ADDRESS:2380" --initial-advertise-peer-urls "http://$ADDRESS:2380" \
    --listen-client-urls "http://$ADDRESS:2379" --advertise-client-urls "http://$ADDRESS:2379" \
    --heartbeat-interval 200 --election-timeout 2000 --auto-compaction-retention 1
  ;;
patroni)
  export PATRONI_NAME="$ADDRESS"
  export PATRONI_ETCD3_HOSTS="$DB1:2379,$DB2:2379,$DB3:2379"
  export PATRONI_RESTAPI_LISTEN="$ADDRESS:8008" PATRONI_RESTAPI_CONNECT_ADDRESS="$ADDRESS:8008"
  export PATRONI_POSTGRESQL_LISTEN="$ADDRESS:5432" PATRONI_POSTGRESQL_CONNECT_ADDRESS="$ADDRESS:5432"
  export PATRONI_POSTGRESQL_DATA_DIR="$DATA_DIR/postgresql" PATRONI_POSTGRESQL_BIN_DIR="${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}"
  export PATRONI_POSTGRESQL_PGPASS="$DATA_DIR/pgpass"
  export PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD="$POSTGRES_PASSWORD"
  export PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD="$POSTGRES_PASSWORD"
  exec patroni "$folder/patroni.yml"
  ;;
haproxy)
  exec haproxy -db -f "$folder/haproxy.cfg"
  ;;
create-database)
  exec psql "postgres://postgres:$POSTGRES_PASSWORD@$ADDRESS:5000/postgres" --set ON_ERROR_STOP=1 \
    --command "create role frontdesk login password '$DATABASE_PASSWORD'" --command 'create database frontdesk owner frontdesk'
  ;;
frontdesk)
  # A command on the cluster's database, such as: run.sh frontdesk practice new --name "Elm Vets"
  shift
  export DATABASE_URL="$database"
  exec node "$folder/../../dist/server/cli.js" "$@"
  ;;
service)
  export HOST="$ADDRESS" PORT=4200 DATABASE_URL="$database"
  exec node "$folder/../../dist/server/cli.js" service --no-demo
  ;;
gateway)
  export HOST="$ADDRESS" PORT=4100 GATEWAY_DATABASE_URL="$database" PRACTICE_API_URL="http://$ADDRESS:4201" ACCESS=sign_in
  exec node "$folder/../../dist/server/cli.js" gateway
  ;;
esac
