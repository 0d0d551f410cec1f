#!/bin/sh
# Run once by the PostgreSQL image, on an empty data directory.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner_password="$(cat /run/secrets/owner_password)" -v app_password="$(cat /run/secrets/app_password)" -f /opt/roles.sql
