#!/bin/sh
# Rolls out what is in this folder: first everything but the API, and when the new workers are ready, the API. Workers apply
# the migrations, and know every job that a new API may queue. Arguments go to kubectl, such as --context.
set -eu
here="$(dirname "$0")"
kubectl "$@" apply -k "$here" --selector 'app.kubernetes.io/component!=api'
kubectl "$@" rollout status deployment/worker --namespace denkeeper --timeout=15m
kubectl "$@" apply -k "$here"
kubectl "$@" rollout status deployment/api --namespace denkeeper --timeout=15m
