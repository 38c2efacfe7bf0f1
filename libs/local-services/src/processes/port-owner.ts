import { readFile, readdir, readlink } from 'node:fs/promises';

/** State "listening" in /proc/net/tcp. Source: proc(5), include/net/tcp_states.h. */
const LISTENING = '0A';

/**
 * Whether it is this process, or one of the group it leads, that listens on the port, and not one that was there
 * before it. Null where the system does not tell (anything but Linux).
 */
export async function ownsPort(pid: number, port: number): Promise<boolean | null> {
  if (process.platform !== 'linux') return null;
  const listening = await listeningSockets(port);
  const listens = (sockets: string[]): boolean => sockets.some((socket) => listening.has(socket));
  if (listens(await openSockets(pid))) return true;
  return listens((await Promise.all((await groupOf(pid)).map(openSockets))).flat());
}

async function groupOf(leader: number): Promise<number[]> {
  const processes = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const groups = await Promise.all(processes.map(groupLeader));
  return processes.filter((_, index) => groups[index] === leader);
}

async function groupLeader(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // proc(5): after the name in parentheses come state, parent and group.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

async function listeningSockets(port: number): Promise<Set<string>> {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(table, 'utf8').catch(() => '');
    for (const line of text.split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields[3] === LISTENING && fields[1]?.endsWith(`:${hexPort}`))
        sockets.add(`socket:[${fields[9] ?? ''}]`);
    }
  }
  return sockets;
}

async function openSockets(pid: number): Promise<string[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
}
