#!/bin/sh
# Makes the secrets that compose.yaml reads, each in a file of its own: sh secrets.sh [FOLDER] (secrets/ beside this file unless given). Needs openssl 3.
# What is there already stays, so that a second run adds only what is missing. Keep secret_key apart from the backups of the database.
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
cd "$folder"

# keep NAME VALUE
keep() { [ -s "$1" ] || printf '%s\n' "$2" > "$1"; }
random() { openssl rand -hex 24; }

keep superuser_password "$(random)"
keep owner_password "$(random)"
keep app_password "$(random)"
keep database_url "postgres://dossier_app:$(cat app_password)@postgres:5432/dossier"
keep database_admin_url "postgres://dossier_owner:$(cat owner_password)@postgres:5432/dossier"
keep secret_key "$(openssl rand -base64 32)"
keep operator_token "$(random)"

# The password as Mosquitto keeps it (mosquitto_passwd: PBKDF2 with SHA-512); the two belong together.
if [ ! -s mqtt_url ] || [ ! -s mosquitto_passwd ]; then
  password=$(random) rounds=101
  openssl rand -out salt 12
  openssl kdf -binary -keylen 64 -kdfopt digest:SHA512 -kdfopt "pass:$password" -kdfopt "hexsalt:$(od -An -v -tx1 salt | tr -d ' \n')" -kdfopt "iter:$rounds" PBKDF2 > digest
  printf 'dossier:$7$%s$%s$%s\n' "$rounds" "$(openssl base64 -A -in salt)" "$(openssl base64 -A -in digest)" > mosquitto_passwd
  rm salt digest
  printf 'mqtts://dossier:%s@mosquitto:8883\n' "$password" > mqtt_url
fi

# An authority for the broker alone, whose key is not kept; ten years.
if [ ! -s mosquitto_crt ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=Dossier broker authority' -keyout authority_key -out mosquitto_ca 2>/dev/null
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=mosquitto' -keyout mosquitto_key -out request 2>/dev/null
  printf 'subjectAltName=DNS:mosquitto,DNS:localhost,IP:127.0.0.1\n' > extensions
  openssl x509 -req -in request -CA mosquitto_ca -CAkey authority_key -CAcreateserial -days 3650 -extfile extensions -out mosquitto_crt 2>/dev/null
  rm -f authority_key request extensions mosquitto_ca.srl
fi

# Compose hands each file into its container as it is, and each is read by one user there. Who is not root cannot give files away:
# then all may read them whom the folder lets in, which is you alone.
if [ "$(id -u)" -eq 0 ]; then
  chown 1000:1000 database_url database_admin_url mqtt_url secret_key operator_token
  chown 999:999 superuser_password owner_password app_password
  chown 1883:1883 mosquitto_passwd mosquitto_crt mosquitto_key
  chmod 644 mosquitto_ca
  [ ! -e mail_smtp_url ] || chown 1000:1000 mail_smtp_url
else
  chmod 644 ./*
fi
[ -s mail_smtp_url ] || echo "Write the address of your mail server into $(pwd)/mail_smtp_url, such as smtp://user:password@mail.example:587, and run this again."
