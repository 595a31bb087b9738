#!/bin/sh
# Rolls out this folder: first everything but the API, then the API once the new workers are ready. The order matters because
# workers apply the migrations and must know every job that a new API may queue. Passes its arguments, such as --context, to
# kubectl.
set -eu
here="$(dirname "$0")"
kubectl "$@" apply -k "$here" --selector 'app.kubernetes.io/component!=api'
kubectl "$@" rollout status deployment/worker --namespace denkeeper --timeout=15m
kubectl "$@" apply -k "$here"
kubectl "$@" rollout status deployment/api --namespace denkeeper --timeout=15m
