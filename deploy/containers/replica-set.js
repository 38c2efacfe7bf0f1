/* global fs, connect, sleep */
// For mongosh: initiates a replica set with one member if there is none, waits until it is writable, and creates a user for each
// service, with the rights and the password from the setup.
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
for (const { user, ...facts } of JSON.parse(fs.readFileSync('/run/secrets/users.json', 'utf8'))) {
  if (admin.getUser(user)) admin.updateUser(user, facts);
  else admin.createUser({ user, ...facts });
}
