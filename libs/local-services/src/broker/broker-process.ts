import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment, LocalServer, LocalServerOptions } from '../local-server';
import { answersAmqp, answersTcp } from '../processes/answers';
import { findProgram, isProgram } from '../processes/find-program';
import { Ports } from '../processes/ports';
import { type ServerProcess, startProcess } from '../processes/server-process';
import { untilReady } from '../processes/until-ready';
import { type BrokerPorts, brokerEnvironment, writeBrokerFiles } from './broker-files';
import type { BrokerOptions, RunningBroker } from './broker';

const READY_MS = 90_000;
const STOP_MS = 20_000;

/** The server script itself. Debian's command of the same name wraps it in su, which passes no signals on. */
const DEBIAN_SCRIPT = '/usr/lib/rabbitmq/bin/rabbitmq-server';

export async function installedBroker(environment: Environment): Promise<string> {
  const onPath = await findProgram('rabbitmq-server', environment.PATH);
  const isDebians = onPath === null || onPath.startsWith('/usr/sbin/') || onPath.startsWith('/sbin/');
  if (isDebians && (await isProgram(DEBIAN_SCRIPT))) return DEBIAN_SCRIPT;
  if (onPath === null) throw new Error('there is no rabbitmq-server on the PATH');
  return realpath(onPath);
}

/** Runs this rabbitmq-server on free loopback ports, with an Erlang port mapper of its own. */
export async function startBrokerProcess(script: string, options: BrokerOptions): Promise<RunningBroker> {
  const ports = await takePorts(options);
  const files = await writeBrokerFiles(options.directory, ports);
  const environment = brokerEnvironment(options.environment, files, ports);
  const mapper = await startPortMapper(ports.portMapper, environment, options);
  try {
    const broker = await startServer(script, ports, environment, options);
    return { ...both(script, broker, mapper), ...urls(ports) };
  } catch (error) {
    await mapper.kill();
    throw error;
  }
}

async function takePorts({ directory, management }: BrokerOptions): Promise<BrokerPorts> {
  const ports = await Ports.open(directory);
  const taken = {
    amqp: await ports.take('amqp'),
    distribution: await ports.take('distribution'),
    portMapper: await ports.take('portMapper'),
  };
  return management === true ? { ...taken, management: await ports.take('management') } : taken;
}

/** Started here and in the foreground: the one that a node starts by itself outlives it, and nobody knows its pid. */
async function startPortMapper(
  port: number,
  environment: Environment,
  { directory, witness, signal }: LocalServerOptions,
): Promise<ServerProcess> {
  const program = await findProgram('epmd', environment.PATH);
  if (program === null) throw new Error("there is no epmd, Erlang's port mapper, on the PATH");
  const logFile = join(directory, 'epmd.log');
  const process = await startProcess({
    command: program,
    arguments: ['-address', '127.0.0.1', '-port', String(port)],
    environment,
    workingDirectory: directory,
    logFile,
    witness,
  });
  await untilReady({ process, port, logFile, timeoutMs: 10_000, answers: () => answersTcp(port), signal });
  return process;
}

async function startServer(
  script: string,
  { amqp }: BrokerPorts,
  environment: Environment,
  { directory, witness, signal }: LocalServerOptions,
): Promise<ServerProcess> {
  const logFile = join(directory, 'rabbitmq.log');
  const process = await startProcess({
    command: script,
    arguments: [],
    environment,
    workingDirectory: directory,
    logFile,
    witness,
  });
  await untilReady({
    process,
    port: amqp,
    logFile,
    timeoutMs: READY_MS,
    answers: () => answersAmqp(amqp),
    signal,
  });
  return process;
}

function both(origin: string, broker: ServerProcess, mapper: ServerProcess): LocalServer {
  return {
    origin,
    pid: broker.pid,
    exited: broker.exited,
    stop: async (graceMs = STOP_MS) => {
      await broker.stop(graceMs);
      await mapper.kill();
    },
    kill: async () => {
      await broker.kill();
      await mapper.kill();
    },
  };
}

function urls({ amqp, management }: BrokerPorts): Pick<RunningBroker, 'amqpUrl' | 'managementUrl'> {
  const amqpUrl = `amqp://guest:guest@127.0.0.1:${amqp}`;
  return management === undefined
    ? { amqpUrl }
    : { amqpUrl, managementUrl: `http://guest:guest@127.0.0.1:${management}` };
}
