#!/bin/sh
# Backs up the database and the portraits to BACKUP_DIR.
#   backup.sh once          one backup now
#   backup.sh daily         one now unless the newest is under a day old, then one every day at BACKUP_HOUR (UTC)
#   backup.sh restore FILE  replaces the database with a dump and restores missing portraits
# Dumps older than BACKUP_KEEP_DAYS are deleted once a new dump is complete. Portraits never change, so each is copied
# only once. BACKUP_METRICS names a folder for the textfile collector of Prometheus's node exporter.
set -eu
url="${DIRECT_DATABASE_URL:-$DATABASE_URL}"
dir="${BACKUP_DIR:-/var/backups/denkeeper}"
portraits="${PORTRAITS_DIR:-/var/lib/denkeeper/portraits}"
keep="${BACKUP_KEEP_DAYS:-14}"
hour="${BACKUP_HOUR:-3}"

newest() { find "$dir" -maxdepth 1 -name 'denkeeper-*.dump' | sort | tail -n 1; }

# Writes the time and size of the newest dump for Prometheus. Both are 0 without a dump, which raises the alert.
report() {
  [ -n "${BACKUP_METRICS:-}" ] || return 0
  last="$(newest)"
  {
    echo "# TYPE denkeeper_backup_timestamp_seconds gauge"
    echo "denkeeper_backup_timestamp_seconds $([ -z "$last" ] && echo 0 || stat -c %Y "$last")"
    echo "# TYPE denkeeper_backup_bytes gauge"
    echo "denkeeper_backup_bytes $([ -z "$last" ] && echo 0 || stat -c %s "$last")"
  } > "$BACKUP_METRICS/denkeeper.prom.part"
  chmod 644 "$BACKUP_METRICS/denkeeper.prom.part"
  mv "$BACKUP_METRICS/denkeeper.prom.part" "$BACKUP_METRICS/denkeeper.prom"
}

once() {
  file="$dir/denkeeper-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
  rm -f "$dir"/*.part
  pg_dump --format=custom --file="$file.part" "$url" || return 1
  # Rejects a dump that pg_restore cannot list.
  pg_restore --list "$file.part" > /dev/null || return 1
  mv "$file.part" "$file"
  if [ -d "$portraits" ]; then
    mkdir -p "$dir/portraits"
    cp -Rpu "$portraits/." "$dir/portraits/" || return 1
  fi
  find "$dir" -maxdepth 1 -name 'denkeeper-*.dump' -mtime "+$((keep - 1))" ! -path "$file" -delete
  report
  echo "backed up to $file, $(stat -c %s "$file") bytes"
}

daily() {
  report
  [ -n "$(find "$dir" -maxdepth 1 -name 'denkeeper-*.dump' -mtime -1)" ] || once || echo "the backup failed" >&2
  while true; do
    now="$(date -u +%s)"
    next=$((now - now % 86400 + hour * 3600))
    [ "$next" -gt "$now" ] || next=$((next + 86400))
    # Sleeps in the background so that a signal interrupts the wait.
    sleep $((next - now)) &
    wait $!
    once || echo "the backup failed" >&2
  done
}

# Drops every schema first: tables newer than the dump would otherwise survive and block the next migration. Everything runs in
# one transaction that commits only after the whole dump has been read.
restore() {
  empty="SELECT coalesce(string_agg(format('DROP SCHEMA %I CASCADE;', nspname), ' '), '') FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
  drop="$(psql --no-psqlrc --tuples-only --no-align --command="$empty" "$url")"
  {
    echo "SET client_min_messages = warning; BEGIN; $drop CREATE SCHEMA public;"
    pg_restore --no-owner --file=- "$1" && echo "COMMIT; SELECT 'restored' AS outcome;"
  } | psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$url" | grep -q restored
  if [ -d "$dir/portraits" ] && [ -d "$portraits" ]; then cp -Rpu "$dir/portraits/." "$portraits/"; fi
  echo "restored $1"
}

trap 'exit 0' TERM INT
umask 077
mkdir -p "$dir"
case "${1:-}" in
  once) once ;;
  daily) daily ;;
  restore) restore "${2:?name the dump}" ;;
  *) sed -n '2,5s/^# *//p' "$0" >&2; exit 2 ;;
esac
