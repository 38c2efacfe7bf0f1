import { execFile } from 'node:child_process';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = `import { faultOfPorts } from ${JSON.stringify(join(__dirname, '../free-ports.mjs'))};
process.stdout.write((await faultOfPorts(process.env)) ?? 'none');`;

/** Runs the check like `npm start`, which has no packages yet. */
async function faultOf(ports: Record<string, string>): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env: ports });
  return stdout;
}

describe('the requested ports of npm start', () => {
  let taken: Server;
  let port: number;
  beforeAll(async () => {
    taken = await new Promise((resolve) => {
      const server = createServer().listen(0, () => resolve(server));
    });
    port = (taken.address() as AddressInfo).port;
  });
  afterAll(() => void taken.close());

  it.each(['HTTP_PORT', 'INBOX_PORT', 'SMTP_PORT', 'TWILIO_PORT', 'BOUNCE_SMTP_PORT'])(
    'are reported by name if they are in use: %s',
    async (name) => {
      expect(await faultOf({ [name]: String(port) })).toBe(
        `${name}: port ${port} is in use by another program. Choose another port, or stop that program.`,
      );
    },
  );

  it.each([
    [{ HTTP_PORT: 'http' }, /^HTTP_PORT: expected a port from 1 to 65535, but read "http"/],
    [{ SMTP_PORT: '65536' }, /^SMTP_PORT: expected a port/],
    [{ HTTP_PORT: '1', INBOX_PORT: '1' }, /^HTTP_PORT and INBOX_PORT name the same port, 1/],
    [{ HTTP_PORT: ' ' }, /^none$/],
    [{}, /^none$/],
  ])('are distinct: %j', async (ports, message) => {
    expect(await faultOf(ports)).toMatch(message);
  });
});
