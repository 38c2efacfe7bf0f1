import { once } from 'node:events';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { type Server, type Socket, connect, createServer } from 'node:net';

/** A server that the other processes reach through the network. */
interface Member {
  /** The port on which the server itself listens. */
  port: number;
  pid: number;
}

/**
 * A network of processes on this machine that a test can divide. Every server is reached through a proxy. While the
 * network is divided, a connection between the two sides is silent, as if its packets were lost. The proxy finds the
 * owner of a connection in /proc, so it needs Linux, but no privileges.
 */
export class DividedNetwork {
  private readonly servers: Server[] = [];
  private readonly wires = new Set<Wire>();
  /** The processes that are cut off from all others. Empty if the network is whole. */
  private cutOff: ReadonlySet<number> = new Set();

  /** Whether this machine can divide a network. */
  static isPossible(): boolean {
    return process.platform === 'linux';
  }

  /** Opens a proxy port for a server. */
  async open(port: number, member: () => Member | null): Promise<void> {
    const server = createServer((socket) => void this.connected(socket, port, member()));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    this.servers.push(server);
  }

  /** Separates these processes from all others. */
  async divide(pids: readonly number[]): Promise<void> {
    this.cutOff = new Set(pids);
    const sockets = await socketsOf(pids);
    const table = await connections();
    for (const wire of this.wires) if (this.crosses(wire, table, sockets)) wire.silence();
  }

  /** Reconnects the network. Data that was sent during the division arrives now. */
  heal(): void {
    this.cutOff = new Set();
    for (const wire of this.wires) wire.resume();
  }

  async close(): Promise<void> {
    for (const wire of this.wires) wire.end();
    await Promise.all(this.servers.map((server) => new Promise((closed) => server.close(closed))));
  }

  private async connected(near: Socket, port: number, member: Member | null): Promise<void> {
    near.on('error', () => undefined);
    if (!member) {
      near.destroy();
      return;
    }
    const wire = new Wire(near, port, member);
    this.wires.add(wire);
    near.once('close', () => this.wires.delete(wire));
    const { cutOff } = this;
    const isSilent = cutOff.size > 0 && this.crosses(wire, await connections(), await socketsOf([...cutOff]));
    if (!isSilent || this.cutOff.size === 0) wire.resume();
  }

  private crosses(
    { member, port, from }: Wire,
    table: ReadonlyMap<string, string>,
    sockets: ReadonlySet<string>,
  ): boolean {
    const client = table.get(`${from}-${port}`);
    return this.cutOff.has(member.pid) !== (client !== undefined && sockets.has(client));
  }
}

/** One connection through the network. It stays silent until `resume`. */
class Wire {
  /** The client's port. */
  readonly from: number;
  private far: Socket | null = null;

  constructor(
    private readonly near: Socket,
    /** The proxy's port. */
    readonly port: number,
    readonly member: Member,
  ) {
    this.from = near.remotePort ?? 0;
    near.setNoDelay(true).pause();
  }

  silence(): void {
    this.near.pause();
    this.far?.pause();
  }

  resume(): void {
    this.far ??= this.dial();
    this.near.resume();
    this.far.resume();
  }

  end(): void {
    this.near.destroy();
    this.far?.destroy();
  }

  private dial(): Socket {
    const { near } = this;
    const far = connect(this.member.port, '127.0.0.1').setNoDelay(true);
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
    far.on('data', (bytes) => near.write(bytes)).on('close', () => near.destroy());
    far.on('error', () => near.destroy());
    return far;
  }
}

/** The inodes of all TCP connections, by `<local port>-<remote port>`. Source: proc(5). */
async function connections(): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1);
  return new Map(
    lines.map((line) => {
      const [, local = '', remote = '', , , , , , , inode = ''] = line.trim().split(/\s+/);
      return [`${portIn(local)}-${portIn(remote)}`, inode];
    }),
  );
}

/** Parses the port of `0100007F:1F90`, which is 8080. */
function portIn(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}

/** The inodes of the sockets of these processes. */
async function socketsOf(pids: readonly number[]): Promise<ReadonlySet<string>> {
  const open = pids.map(async (pid) => {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    return Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  });
  const links = (await Promise.all(open)).flat();
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}
