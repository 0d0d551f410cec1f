#!/bin/sh
# Run once by the PostgreSQL image, on an empty data directory.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" -f /opt/roles.sql
