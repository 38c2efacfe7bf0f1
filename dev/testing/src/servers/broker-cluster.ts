import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type BrokerOptions,
  type ClusterNode,
  Ports,
  type RunningBroker,
  type ServerProcess,
  findBroker,
  runCommand,
  startBrokerProcess,
  startMapper,
} from '../../../local-services/src/index';
import { ManagementApi } from './management-api';
import { type ServerContext, freshContext } from './own-server';

const NODES = 3;
const COMMAND_MS = 60_000;

/** A cluster of brokers on this machine, whose nodes can be killed and cut off from each other. */
export class BrokerCluster {
  private constructor(
    readonly nodes: readonly BrokerNode[],
    private readonly mapper: ServerProcess,
    private readonly context: ServerContext,
  ) {}

  /** Starts the nodes of a new cluster, each with its management interface. */
  static async start(context = freshContext(), size = NODES): Promise<BrokerCluster> {
    const directory = join(context.directory, 'nodes');
    await mkdir(directory, { recursive: true });
    const options: BrokerOptions = {
      directory,
      programs: resolve('.carillon', 'programs'),
      environment: context.environment,
      note: (line) => void process.stderr.write(`nodes: ${line}\n`),
      witness: context.witness,
      management: true,
    };
    const script = await findBroker(options);
    const mapper = await (await Ports.open(directory)).take('portMapper');
    const cookie = randomBytes(24).toString('hex');
    const names = Array.from({ length: size }, (_, n) => `carillon-${n}@localhost`);
    const started = await startMapper(mapper, options);
    const nodes = names.map((name, n) => {
      const node = { name, names, mapper, cookie };
      return new BrokerNode(script, node, { ...options, directory: join(directory, String(n)) });
    });
    // The first node creates the cluster, and the other nodes join it.
    for (const node of nodes) await node.start();
    return new BrokerCluster(nodes, started, context);
  }

  /** The URL for clients of the whole cluster. */
  get amqpUrl(): string {
    return this.nodes.map(({ amqpUrl }) => amqpUrl).join(',');
  }

  /** Kills all nodes. */
  async kill(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.mapper.kill();
  }

  /** Kills all nodes and removes their data. */
  async remove(): Promise<void> {
    await this.kill();
    await this.context.release?.();
  }
}

export class BrokerNode {
  private broker: RunningBroker | undefined;

  constructor(
    private readonly script: string,
    private readonly node: ClusterNode,
    private readonly options: BrokerOptions,
  ) {}

  get amqpUrl(): string {
    return this.broker?.amqpUrl ?? '';
  }

  get managementUrl(): string {
    return this.broker?.managementUrl ?? '';
  }

  async start(): Promise<void> {
    this.broker = await startBrokerProcess(this.script, { ...this.options, node: this.node });
  }

  async kill(): Promise<void> {
    await this.broker?.kill();
  }

  /** Breaks the node's connections to the other nodes, and prevents new ones. */
  async cutOff(): Promise<void> {
    await this.evaluate(
      '[begin erlang:set_cookie(N, other), erlang:disconnect_node(N) end || N <- nodes()].',
    );
  }

  async heal(): Promise<void> {
    const others = this.node.names.filter((name) => name !== this.node.name).map((name) => `'${name}'`);
    const connect = 'begin erlang:set_cookie(N, erlang:get_cookie()), net_kernel:connect_node(N) end';
    await this.evaluate(`[${connect} || N <- [${others.join(',')}]].`);
  }

  /**
   * Removes everything of a quorum queue except its name, as if the queue had expired while this node was restarting.
   */
  async loseQueue(name: string): Promise<void> {
    await this.evaluate(`ok = ra:force_delete_server(quorum_queues, {'%2F_${name}', node()}).`);
  }

  /**
   * The number of nodes that this node considers running, including itself. 0 if the node pauses or does not respond.
   */
  async knows(): Promise<number> {
    const listed = new ManagementApi(this.managementUrl).get<{ running: boolean }[]>('nodes');
    return (await listed.catch(() => [])).filter(({ running }) => running).length;
  }

  /** Runs an Erlang expression in the node. */
  private async evaluate(expression: string): Promise<void> {
    const { directory, environment } = this.options;
    const { PATH } = environment;
    const done = await runCommand(
      join(dirname(this.script), 'rabbitmqctl'),
      ['--node', this.node.name, 'eval', expression],
      {
        timeoutMs: COMMAND_MS,
        environment: {
          PATH,
          HOME: join(directory, 'home'),
          LC_ALL: 'C.UTF-8',
          ERL_EPMD_PORT: String(this.node.mapper),
          RABBITMQ_CONF_ENV_FILE: '/dev/null',
        },
      },
    );
    if (!done.ok) throw new Error(`${this.node.name}: ${done.failure}`);
  }
}
