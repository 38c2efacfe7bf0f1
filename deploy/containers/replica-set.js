/* global fs, connect, sleep */
// For mongosh: makes the database a replica set of one unless it is one, and waits until it can be written to.
const password = fs.readFileSync('/run/secrets/DATABASE_PASSWORD', 'utf8').trim();
const admin = connect(
  `mongodb://carillon:${encodeURIComponent(password)}@database:27017/admin?directConnection=true`,
);
try {
  admin.adminCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  admin.adminCommand({
    replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'database:27017' }] },
  });
}
while (!admin.hello().isWritablePrimary) sleep(200);
