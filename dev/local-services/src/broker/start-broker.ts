import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { type InContainer, inDocker } from '../docker';
import { firstThatWorks } from '../first-that-works';
import { givenServer, withoutPassword } from '../given-server';
import { installPackages, keepFromBooting } from '../install/packages';
import type { Environment } from '../local-server';
import { answersAmqp } from '../processes/answers';
import { Ports } from '../processes/ports';
import { findProgram } from '../processes/run-command';
import { type BrokerOptions, type RunningBroker, startBrokerProcess } from './broker-process';

/**
 * The server script itself. Debian's command of the same name wraps the script in su, which does not forward signals.
 */
const DEBIAN_SCRIPT = '/usr/lib/rabbitmq/bin/rabbitmq-server';

const ADVICE =
  'Give one by AMQP_URL, start Docker, or install RabbitMQ so that rabbitmq-server is on the PATH.';

/**
 * Starts a RabbitMQ server with the first method that works: the server that AMQP_URL (and AMQP_MANAGEMENT_URL)
 * names, a Docker container, a rabbitmq-server on the PATH, or Debian's package. Rejects with NoServerError, which
 * names the reason for each method.
 */
export async function startBroker(
  options: BrokerOptions,
  inContainer: InContainer<RunningBroker>,
): Promise<RunningBroker> {
  const { environment, directory, signal } = options;
  if (environment.AMQP_URL) return givenBroker(environment.AMQP_URL, options);
  const inProcess = async (script: Promise<string>) => startOnFreePorts(await script, options);
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

/**
 * The path of the server script of Debian or of another installation. Installs Debian's package if no script is
 * found.
 */
export function findBroker(options: BrokerOptions): Promise<string> {
  return installedBroker(options.environment).catch(() => installBroker(options));
}

async function installBroker(options: BrokerOptions): Promise<string> {
  const present = await installedBroker(options.environment).catch(() => null);
  if (present !== null) throw new Error('rabbitmq-server is installed already');
  await installPackages(['rabbitmq-server'], options);
  await keepFromBooting(['rabbitmq-server.service', 'epmd.service', 'epmd.socket'], options);
  return installedBroker(options.environment);
}

/** `given` may name several brokers. Services use any broker that they can reach. */
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

/** Tries other ports if another process took one of the ports before this server listened on it. */
async function startOnFreePorts(script: string, options: BrokerOptions): Promise<RunningBroker> {
  try {
    return await startBrokerProcess(script, options);
  } catch (error) {
    const ports = await Ports.open(options.directory);
    if (options.signal?.aborted === true || (await ports.areFree())) throw error;
    return startBrokerProcess(script, options);
  }
}
