import crypto from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ports, isFree, ownsPort } from './ports';
import { identify, isStillRunning } from './process-identity';
import { endOfLog, runCommand } from './run-command';
import { type ServerProcess, startProcess, untilTrue } from './server-process';

const freshDirectory = (): string => mkdtempSync(join(tmpdir(), 'processes-'));
const environment = process.env;

function listen(port = 0): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
  });
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Runs a program that is given as source text and prints `up` when it is ready. */
async function run(program: string): Promise<{ process: ServerProcess; logFile: string }> {
  const directory = freshDirectory();
  const logFile = join(directory, 'a.log');
  const started = await startProcess({
    command: process.execPath,
    arguments: ['-e', program],
    environment,
    workingDirectory: directory,
    logFile,
  });
  await untilTrue(() => Promise.resolve(readFileSync(logFile, 'utf8').includes('up')), 30_000);
  return { process: started, logFile };
}

describe('a started process', () => {
  it('ends on SIGTERM, with its output in the log', async () => {
    const { process: started, logFile } = await run(
      `process.on('SIGTERM', () => { console.error('bye'); process.exit(3); }); console.log('up'); setInterval(() => {}, 1e3);`,
    );
    await started.stop(60_000);
    expect(started.ending).toBe('exit code 3');
    expect(await endOfLog(logFile)).toBe('up\nbye');
  });

  it('is killed with its children when it does not end in time', async () => {
    const { process: started, logFile } = await run(
      `const { pid } = require('child_process').spawn('sleep', ['60']); process.on('SIGTERM', () => {}); console.log(pid + ' up'); setInterval(() => {}, 1e3);`,
    );
    const child = parseInt(readFileSync(logFile, 'utf8'));
    await started.stop(100);
    expect(started.ending).toBe('signal SIGKILL');
    expect(await untilTrue(() => Promise.resolve(identify(child) === null), 15_000)).toBe(true);
  });

  it('is distinguished from a later one with the same pid', () => {
    const identity = identify(process.pid);
    expect(identity).not.toBeNull();
    expect(isStillRunning(process.pid, identity ?? '')).toBe(true);
    expect(isStillRunning(process.pid, 'another start')).toBe(false);
  });

  it('rejects when the program does not exist', async () => {
    const directory = freshDirectory();
    const options = {
      arguments: [],
      environment,
      workingDirectory: directory,
      logFile: join(directory, 'a.log'),
    };
    await expect(startProcess({ command: 'no-such-program', ...options })).rejects.toThrow(/ENOENT/);
  });
});

describe('ports', () => {
  it('stay the same after a restart, unless they are taken', async () => {
    const directory = freshDirectory();
    const first = await (await Ports.open(directory)).take('a');
    expect(await (await Ports.open(directory)).take('a')).toBe(first);

    const server = await listen(first);
    const other = await (await Ports.open(directory)).take('a');
    server.close();
    expect(other).not.toBe(first);
    expect(await (await Ports.open(directory)).take('a')).toBe(other);
  });

  it('are not given to other processes before their owner listens', async () => {
    const first = await (await Ports.open(freshDirectory())).take('a');
    jest.spyOn(crypto, 'randomInt').mockImplementationOnce(() => first as never);
    expect(await (await Ports.open(freshDirectory())).take('b')).not.toBe(first);
  });

  it('know which process listens on them', async () => {
    const server = await listen();
    expect(await isFree(portOf(server))).toBe(false);
    expect(await ownsPort(process.pid, portOf(server))).not.toBe(false);
    const { process: stranger } = await run(`console.log('up'); setInterval(() => {}, 1e3);`);
    expect(await ownsPort(stranger.pid, portOf(server))).not.toBe(true);
    await stranger.kill();
    server.close();
  });
});

describe('a command', () => {
  it('that is missing, fails, or hangs is a result with its reason', async () => {
    const missing = await runCommand('no-such-program', [], { environment, timeoutMs: 30_000 });
    expect(missing).toMatchObject({ ok: false, failure: 'no-such-program is not installed' });

    const failing = await runCommand('sh', ['-c', 'echo one; echo two >&2; exit 4'], {
      environment,
      timeoutMs: 30_000,
    });
    expect(failing).toMatchObject({ ok: false, failure: 'sh failed: two' });

    const hanging = await runCommand('sh', ['-c', 'echo one; sleep 60'], { environment, timeoutMs: 5_000 });
    expect(hanging).toMatchObject({ ok: false, failure: 'sh took longer than 5 s', output: 'one\n' });

    const silent = await runCommand('sleep', ['60'], { environment, timeoutMs: 60_000, firstWordMs: 1_000 });
    expect(silent).toMatchObject({ ok: false, failure: 'sleep printed nothing for 1 s' });
  });
});
