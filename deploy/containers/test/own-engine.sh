#!/bin/sh
# Runs a separate Docker engine in the directory $1, with its data in $2, until standard input ends. Standard input ends
# whenever the parent process ends. Then removes everything: containers, networks, iptables rules, and data.
run=$1 data=$2
export DOCKER_HOST="unix://$run/docker.sock"

# Another engine on this machine, which does not respond now, may have left rules that this script must not remove.
iptables --list-rules DOCKER-USER >/dev/null 2>&1 && others=yes

# Without a shared bridge, because each Compose network has its own.
dockerd --host "$DOCKER_HOST" --data-root "$data" --exec-root "$run" --pidfile "$run/docker.pid" --bridge none \
  --ip6tables=false --default-address-pool base=10.213.0.0/16,size=24 </dev/null >"$run/dockerd.log" 2>&1 &
engine=$!

while read -r _; do :; done

if [ -S "$run/docker.sock" ]; then
  timeout 60 docker ps --all --quiet | xargs -r timeout 60 docker rm --force --volumes >/dev/null 2>&1
  timeout 20 docker network prune --force >/dev/null 2>&1
fi
kill "$engine" 2>/dev/null
wait "$engine"
if [ -z "$others" ]; then
  iptables --delete FORWARD --jump DOCKER-USER
  iptables --delete FORWARD --jump DOCKER-ISOLATION-STAGE-1
  iptables --table nat --delete PREROUTING --match addrtype --dst-type LOCAL --jump DOCKER
  iptables --table nat --delete OUTPUT ! --dst 127.0.0.0/8 --match addrtype --dst-type LOCAL --jump DOCKER
  for chain in DOCKER DOCKER-USER DOCKER-ISOLATION-STAGE-1 DOCKER-ISOLATION-STAGE-2; do
    iptables --flush "$chain"
    iptables --delete-chain "$chain"
  done
  iptables --table nat --flush DOCKER
  iptables --table nat --delete-chain DOCKER
fi 2>/dev/null
# An interrupted build step leaves its file system mounted.
while read -r _ place _; do
  case "$place" in "$data"/* | "$run"/*) umount --lazy "$place" ;; esac
done </proc/mounts
rm -rf --one-file-system "$data" "$run"
