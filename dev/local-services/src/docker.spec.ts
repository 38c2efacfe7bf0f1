import { FakeDocker } from '../../testing/src/servers/fake-docker';
import { inDocker } from './docker';
import type { LocalServerOptions } from './local-server';

const IMAGE = 'rabbitmq:4';
const NO_ROUTE = 'echo "Error: no route to the registry" >&2; exit 1';

/** Where a container would come up at once. */
function machine(answers: Record<string, string>) {
  const docker = new FakeDocker(answers);
  const said: string[] = [];
  const options: LocalServerOptions = {
    directory: docker.directory,
    programs: docker.directory,
    environment: docker.environment,
    say: (line) => void said.push(line),
  };
  return { docker, said, start: () => inDocker('broker', options, (image) => Promise.resolve(image)) };
}

describe('a server in Docker', () => {
  it('is made of the image that docker-compose.yml names', async () => {
    const { start, docker, said } = machine({});
    expect(await start()).toBe(IMAGE);
    expect(docker.asked).toEqual([expect.stringMatching(/^version /), `image inspect ${IMAGE}`]);
    expect(said).toEqual([]);
  });

  it('has its image pulled where that is missing', async () => {
    const { start, docker, said } = machine({ 'image inspect *': 'exit 1' });
    expect(await start()).toBe(IMAGE);
    expect(docker.asked.at(-1)).toBe(`pull ${IMAGE}`);
    expect(said).toEqual([`pulling the image ${IMAGE}`]);
  });

  it('is not missed aloud where no engine answers', async () => {
    const { start, said } = machine({ 'version *': 'echo "Is the docker daemon running?" >&2; exit 1' });
    await expect(start()).rejects.toThrow('docker failed: Is the docker daemon running?');
    expect(said).toEqual([]);
  });

  it('is given up in one line where no image can be had, and asked for again only after an hour', async () => {
    const { start, docker, said } = machine({ 'image inspect *': 'exit 1', 'pull *': NO_ROUTE });
    const reason = `there is no image ${IMAGE}, and it cannot be pulled: docker failed: Error: no route to the registry`;
    await expect(start()).rejects.toThrow(reason);
    expect(said.slice(1)).toEqual([`not in Docker: ${reason}`]);

    await expect(start()).rejects.toThrow('pulling it failed within the last hour');
    expect(said.at(-1)).toBe(
      `not in Docker: there is no image ${IMAGE}, and pulling it failed within the last hour`,
    );
    expect(docker.asked.filter((words) => words.startsWith('pull'))).toHaveLength(1);
  });
});
