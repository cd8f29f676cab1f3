#!/bin/sh
# Runs once, when PostgreSQL makes its data folder: the roles of the server and of the indexer, which do not own the tables.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set web="$WEB_PASSWORD" --set reader="$READER_PASSWORD" <<'SQL'
CREATE ROLE fiscal_server NOLOGIN;
CREATE ROLE fiscal_indexer NOLOGIN;
CREATE ROLE fiscal_web LOGIN PASSWORD :'web' IN ROLE fiscal_server;
CREATE ROLE fiscal_reader LOGIN PASSWORD :'reader' IN ROLE fiscal_indexer;
SQL
