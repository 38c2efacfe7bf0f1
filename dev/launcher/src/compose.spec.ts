import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import { type LocalServerOptions, type OrphanedProcess, untilTrue } from '@carillon/local-services';
import { FakeDocker } from '@carillon/testing/servers';
import { Compose } from './compose';

const FILES = '-f docker-compose.yml -f dev/launcher/docker-compose.yml';
/** A container that starts and runs until it is removed. */
const RUNS = {
  'compose * up *': 'env > draft; mv draft environment',
  'wait *': 'until [ -e removed ]; do sleep 0.1; done',
  'rm *': 'touch removed',
};

/** A machine with only Docker, and the orphans that would outlive the launcher. */
function machine(answers: Record<string, string> = RUNS) {
  const docker = new FakeDocker(answers);
  const orphans: OrphanedProcess[] = [];
  const options: LocalServerOptions = {
    directory: docker.directory,
    programs: docker.directory,
    environment: docker.environment,
    note: () => undefined,
    witness: {
      started: (orphan) => void orphans.push(orphan),
      ended: () => void orphans.pop(),
    },
  };
  const compose = new Compose(docker.directory);
  const start = (signal?: AbortSignal) => compose.broker('rabbitmq:4', { ...options, signal });
  const variable = (name: string): string | undefined =>
    docker
      .written('environment')
      .find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const isUp = (): Promise<boolean> =>
    untilTrue(() => Promise.resolve(docker.written('environment').length > 0), 60_000);
  return { docker, orphans, start, variable, isUp };
}

/** Responds like a broker whose container does not exist but whose port accepts connections. */
function answerAt(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('data', () => socket.end(Buffer.from([1]))).on('error', () => undefined);
    });
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

describe('the broker of docker-compose.yml', () => {
  it('is started without other services, on a loopback port, and removed when it is stopped', async () => {
    const { docker, orphans, start, variable, isUp } = machine();
    const starting = start();
    expect(await isUp()).toBe(true);
    const listener = await answerAt(Number(variable('BROKER_PORT')));
    const broker = await starting;

    expect(broker.amqpUrl).toBe(`amqp://carillon:carillon@127.0.0.1:${variable('BROKER_PORT') ?? ''}`);
    const [, project = ''] = /-p (carillon-[0-9a-f]{12}) /.exec(docker.asked[2] ?? '') ?? [];
    expect(docker.asked.slice(0, 3)).toEqual([
      'compose version',
      `rm -f -v ${project}-broker-1`,
      `compose -p ${project} ${FILES} up -d broker`,
    ]);
    expect(orphans).toEqual([{ container: `${project}-broker-1` }]);

    await broker.stop(2_500);

    // The wait for the end of the container continues during the stop.
    const orders = docker.asked.filter((words) => !words.startsWith('wait '));
    expect(orders.slice(-2)).toEqual([`stop -t 3 ${project}-broker-1`, `rm -f -v ${project}-broker-1`]);
    expect(orphans).toEqual([]);
    listener.close();
  });

  it('leaves no container behind when the start is aborted', async () => {
    const { docker, orphans, start, isUp } = machine();
    const given = new AbortController();
    const starting = start(given.signal);
    expect(await isUp()).toBe(true);
    given.abort();
    await expect(starting).rejects.toThrow('aborted');
    expect(docker.asked.at(-1)).toMatch(/^rm -f -v carillon-/);
    expect(orphans).toEqual([]);
  });

  it('reports why it does not start, with the end of its log', async () => {
    const failing = { 'compose * up *': 'echo "port is taken" >&2; exit 1', 'logs *': 'echo its last word' };
    await expect(machine(failing).start()).rejects.toThrow('docker failed: port is taken\nits last word');
  });

  it('is not available without docker compose', async () => {
    const { start } = machine({ 'compose *': 'echo "unknown command"; exit 1' });
    await expect(start()).rejects.toThrow('docker compose is not installed');
  });

  it('needs no variable that the launcher does not set', () => {
    const files = ['docker-compose.yml', 'dev/launcher/docker-compose.yml'];
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(/\$\{[A-Z_]+:?\?/);
  });
});
