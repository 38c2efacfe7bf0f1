import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
import { mongo } from 'mongoose';
import { Ports, type RunningMember, findMongod, startMember } from '../../../local-services/src/index';
import { DividedNetwork } from './divided-network';
import { type ServerContext, freshContext } from './own-server';

const MEMBERS = 3;
const PRIMARY_MS = 60_000;
const POLL_MS = 100;

interface Member {
  /** The port on which the member listens, which bypasses the network. */
  port: number;
  /** The address at which the other members and the clients reach the member. */
  address: string;
  running: RunningMember | null;
}

/** A replica set of three members on this machine, whose members can be cut off from each other. */
export class ReplicaSet {
  private constructor(
    private readonly members: readonly Member[],
    private readonly network: DividedNetwork,
    private readonly context: ServerContext,
  ) {}

  /** Starts the members of a new set, and waits until one is the primary. */
  static async start(context = freshContext()): Promise<ReplicaSet> {
    const network = new DividedNetwork();
    const directory = join(context.directory, 'members');
    const ports = await Ports.open(directory);
    const options = {
      programs: resolve('.carillon', 'programs'),
      environment: context.environment,
      note: (line: string) => void process.stderr.write(`members: ${line}\n`),
      witness: context.witness,
    };
    const program = await findMongod({ ...options, directory });
    const members: Member[] = [];
    for (let n = 0; n < MEMBERS; n++) {
      const port = await ports.take(`member ${n}`);
      const way = await ports.take(`way to member ${n}`);
      const running = await startMember(program, port, { ...options, directory: join(directory, String(n)) });
      const member: Member = { port, address: `127.0.0.1:${way}`, running };
      await network.open(way, () => member.running && { port, pid: member.running.pid });
      members.push(member);
    }
    const set = new ReplicaSet(members, network, context);
    await set.initiate();
    return set;
  }

  /** The URL for clients of the whole set. */
  get url(): string {
    return `mongodb://${this.members.map(({ address }) => address).join(',')}/?replicaSet=rs0`;
  }

  /** The primary that this member knows, or that a majority has elected. Null if neither exists. */
  async primary(): Promise<PrimaryMember | null> {
    const found = await Promise.all(this.members.map((member) => this.isPrimary(member)));
    // A primary that is cut off may not know that another was elected, so the later election counts.
    const [latest] = found.filter((one) => one !== null).sort((a, b) => b.term - a.term);
    return latest ?? null;
  }

  async untilPrimary(other?: PrimaryMember): Promise<PrimaryMember> {
    const deadline = Date.now() + PRIMARY_MS;
    for (;;) {
      const primary = await this.primary();
      if (primary && primary.pid !== other?.pid) return primary;
      if (Date.now() > deadline) throw new Error('The replica set has no primary');
      await delay(POLL_MS);
    }
  }

  /** Cuts a member off from the other members and from all clients except these processes. */
  async cutOff({ pid }: PrimaryMember, alongside: readonly number[] = []): Promise<void> {
    await this.network.divide([pid, ...alongside]);
  }

  heal(): void {
    this.network.heal();
  }

  /** Kills all members. */
  async kill(): Promise<void> {
    await this.network.close();
    for (const { running } of this.members) await running?.kill();
  }

  /** Kills all members and removes their data. */
  async remove(): Promise<void> {
    await this.kill();
    await this.context.release?.();
  }

  private async initiate(): Promise<void> {
    const [first] = this.members;
    const members = this.members.map(({ address }, _id) => ({ _id, host: address }));
    if (first) await directly(first, (admin) => admin.command({ replSetInitiate: { _id: 'rs0', members } }));
    await this.untilPrimary();
  }

  private async isPrimary(member: Member): Promise<PrimaryMember | null> {
    const { running, port } = member;
    if (!running) return null;
    return directly(member, async (admin) => {
      const { isWritablePrimary } = await admin.command({ hello: 1 });
      if (isWritablePrimary !== true) return null;
      const { term } = (await admin.command({ replSetGetStatus: 1 })) as unknown as { term: number };
      return { pid: running.pid, url: `mongodb://127.0.0.1:${port}/?directConnection=true`, term };
    }).catch(() => null);
  }
}

export interface PrimaryMember {
  readonly pid: number;
  /** A client for this member only, which reaches it even while it is cut off. */
  readonly url: string;
  readonly term: number;
}

async function directly<T>(
  { port }: Member,
  work: (admin: ReturnType<MongoClient['db']>) => Promise<T>,
): Promise<T> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 2_000,
  });
  try {
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
}
