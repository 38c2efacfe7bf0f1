/**
 * Checks the requested ports before anything is installed or built, so that a busy port is reported within a second
 * and not after minutes of building. Runs on any Node version, without packages. The launcher checks the ports again.
 */
import { createServer } from 'node:net';

/** The variables that name a public port of `npm start`. */
const variables = ['HTTP_PORT', 'INBOX_PORT', 'SMTP_PORT', 'TWILIO_PORT', 'BOUNCE_SMTP_PORT'];

/** Resolves with the problem of the first unusable port, or null if all ports are usable. */
export async function faultOfPorts(environment) {
  const asked = variables
    .map((name) => [name, environment[name]?.trim() ?? ''])
    .filter(([, text]) => text !== '');
  for (const [name, text] of asked) {
    const twin = asked.find(([other, same]) => other !== name && Number(same) === Number(text));
    if (twin) return `${name} and ${twin[0]} name the same port, ${text}. Give each a port of its own.`;
    const port = Number(text);
    if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
      return `${name}: expected a port from 1 to 65535, but read "${text}".`;
    if (!(await isFree(port)))
      return `${name}: port ${port} is in use by another program. Choose another port, or stop that program.`;
  }
  return null;
}

/** Whether a server can listen on the port on all addresses. */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
