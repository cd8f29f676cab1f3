#!/bin/sh
# Runs once, when PostgreSQL makes its data folder: the role of the servers, which does not own the tables.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$WEB_PASSWORD" <<'SQL'
CREATE ROLE fiscal_server NOLOGIN;
CREATE ROLE fiscal_web LOGIN PASSWORD :'password' IN ROLE fiscal_server;
SQL
