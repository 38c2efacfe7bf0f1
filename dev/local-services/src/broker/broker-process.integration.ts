import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type Server, createServer } from 'node:net';
import { freshContext, ownBroker, withoutServers } from '../../../testing/src/servers';
import { Ports } from '../processes/ports';

/** This test needs a local program, because a container has no separate port mapper. */
const withoutDocker = { ...withoutServers(), DOCKER_HOST: 'unix:///nonexistent' };

describe('a broker that dies unexpectedly', () => {
  it('leaves no port mapper behind', async () => {
    const broker = await ownBroker(freshContext(withoutDocker));
    try {
      const { pid, exited } = broker.running;
      const mappers = (): string[] =>
        execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' })
          .split('\n')
          .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('/epmd '));
      expect(mappers()).toHaveLength(1);

      process.kill(-Number(pid), 'SIGKILL');
      await exited;

      expect(mappers()).toEqual([]);
    } finally {
      await broker.remove();
    }
  });
});

describe('a broker whose port is taken just before it starts', () => {
  it('starts on another port', async () => {
    const take: (this: Ports, name: string) => Promise<number> = Reflect.get(Ports.prototype, 'take');
    let thief: Server | undefined;
    jest.spyOn(Ports.prototype, 'take').mockImplementationOnce(async function (this: Ports, name) {
      const port = await take.call(this, name);
      thief = createServer().listen(port, '127.0.0.1');
      await once(thief, 'listening');
      return port;
    });
    const broker = await ownBroker(freshContext(withoutDocker));
    await broker.remove();
    expect(thief?.listening).toBe(true);
    thief?.close();
  }, 120_000);
});
