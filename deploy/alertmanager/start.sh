#!/bin/sh
# Starts Alertmanager with the receiver named by ALERT_RECEIVER. Alertmanager reads no environment variables, so this script first
# writes a configuration file to a temporary folder. Critical alerts repeat every hour, warnings twice a day.
set -eu
case "${ALERT_RECEIVER:-dashboard}" in
  dashboard) # Sends nothing. Grafana and Alertmanager's own page show firing alerts.
    send="" ;;
  webhook) send="webhook_configs: [{ url: '$ALERT_URL' }]" ;;
  slack) send="slack_configs: [{ api_url: '$ALERT_URL', send_resolved: true }]" ;;
  discord) send="discord_configs: [{ webhook_url: '$ALERT_URL' }]" ;;
  email)
    send="email_configs: [{ to: '$ALERT_EMAIL_TO', from: '$ALERT_EMAIL_FROM', smarthost: '$ALERT_SMTP_HOST',
      auth_username: '${ALERT_SMTP_USER:-}', auth_password: '${ALERT_SMTP_PASSWORD:-}', send_resolved: true }]" ;;
  *)
    echo "ALERT_RECEIVER is \"$ALERT_RECEIVER\". It must be dashboard, webhook, slack, discord or email." >&2
    exit 1 ;;
esac
file="${TMPDIR:-/tmp}/alertmanager.yml"
umask 077
cat > "$file" <<END
route:
  receiver: operator
  group_by: [alertname]
  group_wait: 30s
  group_interval: 5m
  repeat_interval: 12h
  routes:
    - matchers: [severity="critical"]
      receiver: operator
      group_wait: 10s
      repeat_interval: 1h
inhibit_rules:
  # A lost database trips several alerts in every process. This rule reduces them to one message.
  - source_matchers: [alertname="DenkeeperDatabaseAway"]
    target_matchers: [alertname=~"DenkeeperUnavailable|DenkeeperErrors|DenkeeperSlow|DenkeeperWorkerSilent|DenkeeperRoundsFail"]
receivers:
  - name: operator
    $send
END
exec alertmanager --config.file="$file" "$@"
