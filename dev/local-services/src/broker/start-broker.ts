import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InContainer, inDocker } from '../docker';
import { firstThatWorks } from '../first-that-works';
import { givenServer, withoutPassword } from '../given-server';
import { installPackages, keepFromBooting } from '../install/packages';
import type { Environment, LocalServer, LocalServerOptions } from '../local-server';
import { answersAmqp, answersTcp } from '../processes/answers';
import { Ports } from '../processes/ports';
import { findProgram } from '../processes/run-command';
import { startServer } from '../processes/server-process';

export interface BrokerOptions extends LocalServerOptions {
  /** Whether to start the management plugin with its HTTP interface, for tests. */
  management?: boolean;
}

export interface RunningBroker extends LocalServer {
  /** `amqp://user:password@host:port`, the default virtual host. */
  readonly amqpUrl: string;
  /** `http://user:password@host:port`; present if `management` was requested, or the server has it anyway. */
  readonly managementUrl?: string;
}

const MAPPER_READY_MS = 10_000;
const READY_MS = 90_000;
const STOP_MS = 20_000;

/** The server script itself. Debian's command of the same name wraps it in su, which does not forward signals. */
const DEBIAN_SCRIPT = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** Arguments for Erlang: with the management plugin, tests need current numbers, not those of 5 s ago. */
export const FRESH_NUMBERS = '-rabbit collect_statistics_interval 500 -rabbit quorum_tick_interval 500';

const ADVICE =
  'Give one by AMQP_URL, start Docker, or install RabbitMQ so that rabbitmq-server is on the PATH.';

/**
 * Starts a RabbitMQ server by the first method that works: the server that AMQP_URL names (and AMQP_MANAGEMENT_URL), a
 * Docker container, a rabbitmq-server on the PATH, Debian's package. Rejects with NoServerError, which names the reason
 * for each.
 */
export async function startBroker(
  options: BrokerOptions,
  inContainer: InContainer<RunningBroker>,
): Promise<RunningBroker> {
  const { environment, directory, signal } = options;
  if (environment.AMQP_URL) return givenBroker(environment.AMQP_URL, options);
  const inProcess = async (script: Promise<string>) => startBrokerProcess(await script, options);
  return firstThatWorks<RunningBroker>(
    'A RabbitMQ server',
    directory,
    [
      { name: 'Docker', storage: 'compose volume', start: () => inDocker('broker', options, inContainer) },
      { name: 'installed', storage: 'files', start: () => inProcess(installedBroker(environment)) },
      { name: "Debian's package", storage: 'files', start: () => inProcess(installBroker(options)) },
    ],
    ADVICE,
    signal,
  );
}

async function installBroker(options: BrokerOptions): Promise<string> {
  const present = await installedBroker(options.environment).catch(() => null);
  if (present !== null) throw new Error('rabbitmq-server is installed already');
  await installPackages(['rabbitmq-server'], options);
  await keepFromBooting(['rabbitmq-server.service', 'epmd.service', 'epmd.socket'], options);
  return installedBroker(options.environment);
}

/** `given` may name several brokers; services use any that they reach. */
async function givenBroker(given: string, options: BrokerOptions): Promise<RunningBroker> {
  const addresses = given.split(/\s*,\s*(?=amqps?:)/).map(brokerAddress);
  const shown = addresses.map(({ href }) => withoutPassword(href)).join(', ');
  const oneAnswers = async (): Promise<boolean> => (await Promise.all(addresses.map(answers))).includes(true);
  const server = await givenServer('broker', 'AMQP_URL', shown, oneAnswers, options);
  const managementUrl = options.environment.AMQP_MANAGEMENT_URL;
  return { ...server, amqpUrl: given, ...(managementUrl && { managementUrl }) };
}

function brokerAddress(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed && /^amqps?:$/.test(parsed.protocol)) return parsed;
  throw new Error(`AMQP_URL is not of the form amqp://user:password@host:port: ${withoutPassword(url)}`);
}

function answers({ hostname, port, protocol }: URL): Promise<boolean> {
  const secure = protocol === 'amqps:';
  return answersAmqp(Number(port || (secure ? 5671 : 5672)), hostname.replace(/^\[|\]$/g, ''), secure);
}

async function installedBroker(environment: Environment): Promise<string> {
  const onPath = await findProgram('rabbitmq-server', environment.PATH);
  const isDebians = onPath === null || onPath.startsWith('/usr/sbin/') || onPath.startsWith('/sbin/');
  if (isDebians && existsSync(DEBIAN_SCRIPT)) return DEBIAN_SCRIPT;
  if (onPath === null) throw new Error('there is no rabbitmq-server on the PATH');
  return realpath(onPath);
}

/** Runs this rabbitmq-server on free loopback ports, with its own Erlang port mapper. */
async function startBrokerProcess(script: string, options: BrokerOptions): Promise<RunningBroker> {
  const { directory, witness, signal, management = false } = options;
  const known = await Ports.open(directory);
  const ports = {
    amqp: await known.take('amqp'),
    // The port for connections between Erlang nodes; their port mapper has another.
    distribution: await known.take('distribution'),
    mapper: await known.take('portMapper'),
    management: management ? await known.take('management') : undefined,
  };
  const environment = await prepare(directory, ports, options.environment);
  const started = { environment, workingDirectory: directory, witness, signal };
  const mapperProgram = await findProgram('epmd', environment.PATH);
  if (mapperProgram === null) throw new Error("there is no epmd, Erlang's port mapper, on the PATH");
  // In the foreground: a mapper that a node starts by itself outlives it, and its pid is unknown.
  const mapper = await startServer({
    ...started,
    command: mapperProgram,
    arguments: ['-address', '127.0.0.1', '-port', String(ports.mapper)],
    logFile: join(directory, 'epmd.log'),
    port: ports.mapper,
    timeoutMs: MAPPER_READY_MS,
    answers: () => answersTcp(ports.mapper),
  });
  const broker = await startServer({
    ...started,
    command: script,
    arguments: [],
    logFile: join(directory, 'rabbitmq.log'),
    port: ports.amqp,
    timeoutMs: READY_MS,
    answers: () => answersAmqp(ports.amqp),
  }).catch(async (error: unknown) => {
    await mapper.kill();
    throw error;
  });
  return {
    origin: script,
    pid: broker.pid,
    // A broker that dies unexpectedly takes its port mapper along: nothing else would end it.
    exited: broker.exited.then((how) => mapper.kill().then(() => how)),
    stop: (graceMs = STOP_MS) => broker.stop(graceMs).then(() => mapper.kill()),
    kill: () => broker.kill().then(() => mapper.kill()),
    amqpUrl: `amqp://guest:guest@127.0.0.1:${ports.amqp}`,
    ...(ports.management && { managementUrl: `http://guest:guest@127.0.0.1:${ports.management}` }),
  };
}

interface BrokerPorts {
  amqp: number;
  distribution: number;
  mapper: number;
  /** Absent: without the management plugin. */
  management: number | undefined;
}

/**
 * Writes the broker's configuration, its list of plugins and, the first time, the cookie of its nodes. Resolves to the
 * environment of a broker that shares nothing with a broker of the system.
 */
async function prepare(
  directory: string,
  { amqp, distribution, mapper, management }: BrokerPorts,
  given: Environment,
): Promise<Environment> {
  const [home, data] = [join(directory, 'home'), join(directory, 'data')];
  for (const folder of [home, data]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const cookie = join(home, '.erlang.cookie');
  if (!existsSync(cookie)) await writeFile(cookie, randomBytes(24).toString('hex'));
  await chmod(cookie, 0o400);
  const [configuration, plugins] = [join(directory, 'rabbitmq.conf'), join(directory, 'enabled_plugins')];
  const listeners = [`listeners.tcp.local = 127.0.0.1:${amqp}`];
  if (management) listeners.push('management.tcp.ip = 127.0.0.1', `management.tcp.port = ${management}`);
  await writeFile(configuration, `${listeners.join('\n')}\n`);
  await writeFile(plugins, management ? '[rabbitmq_management].\n' : '[].\n');
  const foreign = /^(RABBITMQ|ERL|ERLANG)_/;
  return {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !foreign.test(name))),
    HOME: home,
    LC_ALL: 'C.UTF-8',
    ERL_EPMD_PORT: String(mapper),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: 'carillon@localhost',
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: data,
    RABBITMQ_LOG_BASE: join(directory, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
    RABBITMQ_CONFIG_FILE: configuration,
    RABBITMQ_ADVANCED_CONFIG_FILE: join(home, 'advanced.config'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_PID_FILE: join(home, 'broker.pid'),
    // Makes the script exec the server instead of supervising it: one process, which receives signals.
    RUNNING_UNDER_SYSTEMD: 'true',
    // Nodes connect over the loopback interface only.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-kernel inet_dist_use_interface {127,0,0,1} ${management ? FRESH_NUMBERS : ''}`,
  };
}
