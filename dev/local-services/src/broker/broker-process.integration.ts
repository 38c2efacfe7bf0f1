import { execFileSync } from 'node:child_process';
import { freshPlace, ownBroker, withoutServers } from '../../../testing/src/servers';

/** A container has no separate port mapper: this test needs a local program. */
const withoutDocker = { ...withoutServers(), DOCKER_HOST: 'unix:///nonexistent' };

describe('a broker that dies unexpectedly', () => {
  it('leaves no port mapper behind', async () => {
    const broker = await ownBroker(freshPlace(withoutDocker));
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
  }, 60_000);
});
