import { containerLog, containerName, startContainer } from '../docker/container';
import { requireImage } from '../docker/image';
import { answersAmqp } from '../processes/answers';
import { Ports } from '../processes/ports';
import { untilTrue } from '../processes/until-ready';
import type { BrokerOptions, RunningBroker } from './broker';

const IMAGE = 'rabbitmq:4-management';
const READY_MS = 90_000;

/** Runs a broker in a container. Its host name is fixed: a broker finds its data by the name of its node. */
export async function startBrokerContainer(options: BrokerOptions): Promise<RunningBroker> {
  const { directory, environment, witness } = options;
  await requireImage(IMAGE, options);
  const ports = await Ports.open(directory);
  const amqp = await ports.take('amqp');
  const management = await ports.take('management');
  const name = containerName(directory);
  const server = await startContainer({
    image: IMAGE,
    name,
    ports: { [amqp]: 5672, [management]: 15672 },
    dataPath: '/var/lib/rabbitmq',
    hostname: 'carillon-broker',
    arguments: [],
    environment,
    witness,
  });
  if (!(await untilTrue(() => answersAmqp(amqp), READY_MS, options.signal))) {
    const log = await containerLog(name, environment);
    await server.kill();
    throw new Error(`no answer on port ${amqp}\n${log}`);
  }
  return Object.assign(server, {
    amqpUrl: `amqp://guest:guest@127.0.0.1:${amqp}`,
    managementUrl: `http://guest:guest@127.0.0.1:${management}`,
  });
}
