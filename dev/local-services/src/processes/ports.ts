import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, readdir, readlink, rename, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from './lock';

/**
 * The first port to choose. The range is below the ports that systems assign to outgoing connections, so that no such
 * connection occupies a chosen port at a restart.
 */
const LOWEST = 20_000;
const HIGHEST = 30_000;
const ATTEMPTS = 200;
/** State "listening" in /proc/net/tcp. Source: proc(5), include/net/tcp_states.h. */
const LISTENING = '0A';

/** Loopback ports by name, stored in a directory, so that a restart uses the same ports if they are free. */
export class Ports {
  private constructor(
    private readonly file: string,
    private readonly known: Map<string, number>,
  ) {}

  static async open(directory: string): Promise<Ports> {
    await mkdir(directory, { recursive: true });
    const file = join(directory, 'ports.json');
    // The file is missing or incomplete, so choose new ports.
    const known = await readFile(file, 'utf8')
      .then((text) => JSON.parse(text) as Record<string, number>)
      .catch(() => ({}));
    return new Ports(file, new Map(Object.entries(known)));
  }

  /** Returns the last port with this name, or undefined if there was none. */
  last(name: string): number | undefined {
    return this.known.get(name);
  }

  /** Whether no other process listens on any of these ports now. */
  async areFree(): Promise<boolean> {
    const free = await Promise.all([...this.known.values()].map((port) => isFree(port)));
    return !free.includes(false);
  }

  /**
   * Returns the stored port with this name if the port is free. Otherwise, chooses another free port and stores it.
   * No other process of this user gets that port while this process runs, even if no process listens on it.
   */
  async take(name: string): Promise<number> {
    const remembered = this.last(name);
    if (remembered !== undefined && (await isFree(remembered))) return remembered;
    const taken = new Set(this.known.values());
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const port = randomInt(LOWEST, HIGHEST);
      if (taken.has(port) || !(await reservePort(port)) || !(await isFree(port))) continue;
      this.known.set(name, port);
      await writeFile(`${this.file}.new`, JSON.stringify(Object.fromEntries(this.known), null, 2));
      await rename(`${this.file}.new`, this.file);
      return port;
    }
    throw new Error(`No free port was found on 127.0.0.1 between ${LOWEST} and ${HIGHEST}`);
  }
}

/**
 * Reserves the port until this process ends. Returns false if a living process of this user has reserved the port,
 * including this process.
 */
export async function reservePort(port: number): Promise<boolean> {
  const reservations = join(tmpdir(), `carillon-ports-${process.getuid?.() ?? 'all'}`);
  return (await tryLock(join(reservations, String(port)))) !== null;
}

/** Whether a server could listen on this port now, by default on the loopback address. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Returns a free port of the loopback address. The system selects the port, and may also give it to other processes.
 */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Whether this process, or a process of the group that it leads, listens on the port, and not another process that
 * listened before. Returns null if the system does not provide this information, which only Linux does.
 */
export async function ownsPort(pid: number, port: number): Promise<boolean | null> {
  if (process.platform !== 'linux') return null;
  const listening = await listeningSockets(port);
  for (const member of [pid, ...(await groupOf(pid))]) {
    const descriptors = await readdir(`/proc/${member}/fd`).catch(() => []);
    const open = descriptors.map((fd) => readlink(`/proc/${member}/fd/${fd}`).catch(() => ''));
    if ((await Promise.all(open)).some((socket) => listening.has(socket))) return true;
  }
  return false;
}

async function listeningSockets(port: number): Promise<Set<string>> {
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((table) => readFile(table, 'utf8').catch(() => ''));
  const lines = (await Promise.all(tables)).flatMap((table) => table.split('\n').slice(1));
  const sockets = lines.map((line) => line.trim().split(/\s+/));
  const here = sockets.filter(([, local, , state]) => state === LISTENING && local?.endsWith(address));
  return new Set(here.map((fields) => `socket:[${fields[9] ?? ''}]`));
}

async function groupOf(leader: number): Promise<number[]> {
  const processes = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const stats = processes.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
  const groups = (await Promise.all(stats)).map((stat) => {
    // proc(5): state, parent, and group follow the name in parentheses.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  });
  return processes.filter((_, index) => groups[index] === leader);
}
