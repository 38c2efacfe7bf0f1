import { type InContainer, inDocker } from '../docker';
import { firstThatWorks } from '../first-that-works';
import { givenServer, withoutPassword } from '../given-server';
import { installPackages, keepFromBooting } from '../install/debian-packages';
import { answersAmqp } from '../processes/answers';
import {
  type BrokerOptions,
  type RunningBroker,
  installedBroker,
  startBrokerProcess,
} from './broker-process';

const ADVICE =
  'Give one by AMQP_URL, start Docker, or install RabbitMQ so that rabbitmq-server is on the PATH.';

/**
 * Brings up a RabbitMQ server by the first way that works: the one that AMQP_URL names (and AMQP_MANAGEMENT_URL),
 * a Docker container, a rabbitmq-server on the PATH, Debian's package. Rejects with NoServerError, which names what
 * stood in the way of each.
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
      { name: 'Docker', storage: 'docker volume', start: () => inDocker('broker', options, inContainer) },
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

/** `given` may name several, of which services take whichever they reach. */
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
