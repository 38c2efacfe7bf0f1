import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment, LocalServer, LocalServerOptions } from '../local-server';
import { answersAmqp, answersTcp } from '../processes/answers';
import { Ports } from '../processes/ports';
import { findProgram } from '../processes/run-command';
import { type ServerProcess, startServer } from '../processes/server-process';

export interface BrokerOptions extends LocalServerOptions {
  /** Whether to start the management plugin, whose HTTP interface tests use. */
  management?: boolean;
  /** Present if the broker is a node of a cluster. The broker then uses the cluster's port mapper. */
  node?: ClusterNode;
}

/** A node of a cluster. */
export interface ClusterNode {
  /** `carillon-0@localhost` */
  name: string;
  /** The names of all nodes. */
  names: readonly string[];
  /** The port of the cluster's port mapper. */
  mapper: number;
  /** The secret with which nodes authenticate each other. */
  cookie: string;
}

export interface RunningBroker extends LocalServer {
  /** `amqp://user:password@host:port`, with the default virtual host. */
  readonly amqpUrl: string;
  /**
   * `http://user:password@host:port`. Present if `management` was requested, or if the server has the plugin anyway.
   */
  readonly managementUrl?: string;
}

const MAPPER_READY_MS = 60_000;
const READY_MS = 180_000;
const STOP_MS = 20_000;

/** Arguments for Erlang. With the management plugin, tests need current values, not values that are 5 s old. */
export const FRESH_NUMBERS = '-rabbit collect_statistics_interval 500 -rabbit quorum_tick_interval 500';

/** Runs this rabbitmq-server on free loopback ports, with its own Erlang port mapper. */
export async function startBrokerProcess(script: string, options: BrokerOptions): Promise<RunningBroker> {
  const { directory, witness, signal, management = false, node } = options;
  const known = await Ports.open(directory);
  const ports = {
    amqp: await known.take('amqp'),
    // The port for connections between Erlang nodes. Their port mapper has another port.
    distribution: await known.take('distribution'),
    mapper: node?.mapper ?? (await known.take('portMapper')),
    management: management ? await known.take('management') : undefined,
  };
  const environment = await prepare(ports, options);
  const started = { environment, workingDirectory: directory, witness, signal };
  const mapper = node ? null : await startMapper(ports.mapper, { ...options, environment });
  const broker = await startServer({
    ...started,
    command: script,
    arguments: [],
    logFile: join(directory, 'rabbitmq.log'),
    port: ports.amqp,
    timeoutMs: READY_MS,
    answers: () => answersAmqp(ports.amqp),
  }).catch(async (error: unknown) => {
    await mapper?.kill();
    throw error;
  });
  return {
    origin: script,
    pid: broker.pid,
    // Stop the port mapper if the broker dies unexpectedly, because nothing else would end it.
    exited: broker.exited.then(async (how) => {
      await mapper?.kill();
      return how;
    }),
    stop: (graceMs = STOP_MS) => broker.stop(graceMs).then(() => mapper?.kill()),
    kill: () => broker.kill().then(() => mapper?.kill()),
    amqpUrl: `amqp://guest:guest@127.0.0.1:${ports.amqp}`,
    ...(ports.management && { managementUrl: `http://guest:guest@127.0.0.1:${ports.management}` }),
  };
}

/** Starts Erlang's port mapper, with which nodes find each other. */
export async function startMapper(
  port: number,
  { directory, environment, witness, signal }: LocalServerOptions,
): Promise<ServerProcess> {
  const program = await findProgram('epmd', environment.PATH);
  if (program === null) throw new Error("there is no epmd, Erlang's port mapper, on the PATH");
  // Run the mapper in the foreground: a mapper that a node starts by itself outlives the node, and its pid is
  // unknown.
  return startServer({
    command: program,
    arguments: ['-address', '127.0.0.1', '-port', String(port)],
    environment,
    workingDirectory: directory,
    witness,
    signal,
    logFile: join(directory, 'epmd.log'),
    port,
    timeoutMs: MAPPER_READY_MS,
    answers: () => answersTcp(port),
  });
}

interface BrokerPorts {
  amqp: number;
  distribution: number;
  mapper: number;
  /** If absent, the broker runs without the management plugin. */
  management: number | undefined;
}

/**
 * Writes the broker's configuration, its list of plugins, and, the first time, the cookie of its nodes. Resolves with
 * the environment of a broker that shares nothing with a system broker.
 */
async function prepare(
  { amqp, distribution, mapper, management }: BrokerPorts,
  { directory, environment: given, node }: BrokerOptions,
): Promise<Environment> {
  const [home, data] = [join(directory, 'home'), join(directory, 'data')];
  for (const folder of [home, data]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const cookie = join(home, '.erlang.cookie');
  if (!existsSync(cookie)) await writeFile(cookie, node?.cookie ?? randomBytes(24).toString('hex'));
  await chmod(cookie, 0o400);
  const [configuration, plugins] = [join(directory, 'rabbitmq.conf'), join(directory, 'enabled_plugins')];
  const listeners = [`listeners.tcp.local = 127.0.0.1:${amqp}`];
  if (management) listeners.push('management.tcp.ip = 127.0.0.1', `management.tcp.port = ${management}`);
  await writeFile(configuration, `${[...listeners, ...clusterOf(node)].join('\n')}\n`);
  await writeFile(plugins, management ? '[rabbitmq_management].\n' : '[].\n');
  const foreign = /^(RABBITMQ|ERL|ERLANG)_/;
  return {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !foreign.test(name))),
    HOME: home,
    LC_ALL: 'C.UTF-8',
    ERL_EPMD_PORT: String(mapper),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: node?.name ?? 'carillon@localhost',
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: data,
    RABBITMQ_LOG_BASE: join(directory, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
    RABBITMQ_CONFIG_FILE: configuration,
    RABBITMQ_ADVANCED_CONFIG_FILE: join(home, 'advanced.config'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_PID_FILE: join(home, 'broker.pid'),
    // Makes the script exec the server instead of supervising it. The result is one process, which receives signals.
    RUNNING_UNDER_SYSTEMD: 'true',
    // Nodes connect over the loopback interface only.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-kernel inet_dist_use_interface {127,0,0,1} ${management ? FRESH_NUMBERS : ''}`,
  };
}

/**
 * Makes a node that cannot reach the majority pause, so that the other nodes continue and no data has to be merged
 * later.
 */
function clusterOf(node: ClusterNode | undefined): string[] {
  if (!node) return [];
  const names = node.names.map((name, n) => `cluster_formation.classic_config.nodes.${n + 1} = ${name}`);
  return [
    'cluster_formation.peer_discovery_backend = classic_config',
    ...names,
    'cluster_partition_handling = pause_minority',
  ];
}
