#!/bin/bash
# Creates the first user in an empty database, as MongoDB's image does, and starts the server.
set -e
if [ ! -e /data/db/carillon-has-user ]; then
  mongod --bind_ip 127.0.0.1 --fork --logpath /tmp/first.log
  HOME=/tmp mongosh --quiet --norc admin --eval '
    const pwd = fs.readFileSync(process.env.MONGO_INITDB_ROOT_PASSWORD_FILE, "utf8").trim();
    db.createUser({ user: process.env.MONGO_INITDB_ROOT_USERNAME, pwd, roles: ["root"] });'
  mongod --shutdown
  touch /data/db/carillon-has-user
fi
exec "$@"
