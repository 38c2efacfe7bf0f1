import { type Way, firstThatWorks } from '../first-that-works';
import { installPackages, keepFromBooting } from '../install/debian-packages';
import { givenServer } from '../local-server';
import { answersAmqp } from '../processes/answers';
import { untilTrue } from '../processes/until-ready';
import { withoutPassword } from '../without-password';
import type { BrokerOptions, RunningBroker } from './broker';
import { startBrokerContainer } from './broker-container';
import { installedBroker, startBrokerProcess } from './broker-process';

const GIVEN_MS = 60_000;
const ADVICE =
  'Give one by AMQP_URL, start Docker, or install RabbitMQ so that rabbitmq-server is on the PATH.';

/**
 * Brings up a RabbitMQ server by the first way that works: the one that AMQP_URL names (and AMQP_MANAGEMENT_URL),
 * a Docker container, a rabbitmq-server on the PATH, Debian's package. Rejects with NoServerError, which names what
 * stood in the way of each.
 */
export async function startBroker(options: BrokerOptions): Promise<RunningBroker> {
  const url = options.environment.AMQP_URL;
  if (url) return givenBroker(url, options);
  return firstThatWorks('A RabbitMQ server', options.directory, ways(options), ADVICE, options.signal);
}

function ways(options: BrokerOptions): Way<RunningBroker>[] {
  return [
    { name: 'Docker', storage: 'docker volume', start: () => startBrokerContainer(options) },
    {
      name: 'installed',
      storage: 'files',
      start: async () => startBrokerProcess(await installedBroker(options.environment), options),
    },
    {
      name: "Debian's package",
      storage: 'files',
      start: async () => startBrokerProcess(await installBroker(options), options),
    },
  ];
}

async function installBroker(options: BrokerOptions): Promise<string> {
  const present = await installedBroker(options.environment).catch(() => null);
  if (present !== null) throw new Error('rabbitmq-server is installed already');
  await installPackages(['rabbitmq-server'], options);
  await keepFromBooting(['rabbitmq-server.service', 'epmd.service', 'epmd.socket'], options);
  return installedBroker(options.environment);
}

/** `given` may name several, of which services take whichever they reach. */
async function givenBroker(
  given: string,
  { say, environment, signal }: BrokerOptions,
): Promise<RunningBroker> {
  const addresses = given.split(/\s*,\s*(?=amqps?:)/).map(brokerAddress);
  const shown = addresses.map(({ href }) => withoutPassword(href)).join(', ');
  say(`waiting for ${shown}, given by AMQP_URL`);
  const oneAnswers = async (): Promise<boolean> => (await Promise.all(addresses.map(answers))).includes(true);
  if (!(await untilTrue(oneAnswers, GIVEN_MS, signal))) {
    throw new Error(`The broker that AMQP_URL names, ${shown}, does not answer.`);
  }
  const managementUrl = environment.AMQP_MANAGEMENT_URL;
  return { ...givenServer('given by AMQP_URL'), amqpUrl: given, ...(managementUrl ? { managementUrl } : {}) };
}

function answers({ hostname, port, protocol }: URL): Promise<boolean> {
  const secure = protocol === 'amqps:';
  return answersAmqp(Number(port || (secure ? 5671 : 5672)), hostname.replace(/^\[|\]$/g, ''), secure);
}

function brokerAddress(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed && /^amqps?:$/.test(parsed.protocol)) return parsed;
  throw new Error(`AMQP_URL is not of the form amqp://user:password@host:port: ${withoutPassword(url)}`);
}
