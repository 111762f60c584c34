#!/usr/bin/env bash
# A backup of the relay's PostgreSQL into BACKUP_DIR, kept for KEEP_DAYS: from cron or a systemd timer, once a night.
#   DATABASE_URL=postgres://… BACKUP_DIR=/var/backups/balcao deploy/relay/backup.sh
#   with compose: DATABASE_URL=postgres://balcao@/balcao PG_DUMP="docker compose exec -T db pg_dump" deploy/relay/backup.sh
# Back again: pg_restore --clean --if-exists --no-owner -d "$DATABASE_URL" FILE, with the relay stopped. SECRETS_KEY is not in it, and
# without it the payment credentials in it cannot be read: keep a copy of relay.env in another place.
set -euo pipefail
umask 077
: "${DATABASE_URL:?set it as in relay.env}"
dir=${BACKUP_DIR:-/var/backups/balcao}
keep=${KEEP_DAYS:-14}
mkdir -p "$dir"
file="$dir/relay-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
trap 'rm -f "$file.part"' EXIT
# shellcheck disable=SC2086 # a command with its words
${PG_DUMP:-pg_dump} --format=custom --dbname="$DATABASE_URL" >"$file.part"
# What is cut short has no such head.
[ "$(head -c 5 "$file.part")" = PGDMP ] || {
  echo '✗ pg_dump wrote no backup' >&2
  exit 1
}
mv "$file.part" "$file"
find "$dir" -name 'relay-*.dump' -mtime "+$keep" -delete
echo "✓ $file ($(du -h "$file" | cut -f1))"
