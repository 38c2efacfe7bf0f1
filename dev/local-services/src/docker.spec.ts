import { FakeDocker } from '../../testing/src/servers/fake-docker';
import { inDocker } from './docker';
import type { LocalServerOptions } from './local-server';

const IMAGE = 'rabbitmq:4';
const NO_ROUTE = 'echo "Error: no route to the registry" >&2; exit 1';

/** A machine on which a container would start at once. */
function machine(answers: Record<string, string>) {
  const docker = new FakeDocker(answers);
  const lines: string[] = [];
  const options: LocalServerOptions = {
    directory: docker.directory,
    programs: docker.directory,
    environment: docker.environment,
    note: (line) => void lines.push(line),
  };
  return {
    docker,
    options,
    lines,
    start: () => inDocker('broker', options, (image) => Promise.resolve(image)),
  };
}

describe('a server in Docker', () => {
  it('uses the image that docker-compose.yml names', async () => {
    const { start, docker, lines } = machine({});
    expect(await start()).toBe(IMAGE);
    expect(docker.asked).toEqual([expect.stringMatching(/^version /), `image inspect ${IMAGE}`]);
    expect(lines).toEqual([]);
  });

  it('uses the image that the variable of docker-compose.yml names', async () => {
    const { docker, options } = machine({});
    const environment = { ...options.environment, BROKER_IMAGE: 'rabbitmq:4@sha256:1' };
    await inDocker('broker', { ...options, environment }, (image) => Promise.resolve(image));
    expect(docker.asked.at(-1)).toBe('image inspect rabbitmq:4@sha256:1');
  });

  it('pulls a missing image', async () => {
    const { start, docker, lines } = machine({ 'image inspect *': 'exit 1' });
    expect(await start()).toBe(IMAGE);
    expect(docker.asked.at(-1)).toBe(`pull ${IMAGE}`);
    expect(lines).toEqual([`pulling the image ${IMAGE}`]);
  });

  it('is skipped without a message if no engine responds', async () => {
    const { start, lines } = machine({
      'version *': 'echo "Is the docker daemon running?" >&2; exit 1',
    });
    await expect(start()).rejects.toThrow('docker failed: Is the docker daemon running?');
    expect(lines).toEqual([]);
  });

  it('is skipped with one line if its image cannot be pulled, and the pull is retried only after an hour', async () => {
    const { start, docker, lines } = machine({ 'image inspect *': 'exit 1', 'pull *': NO_ROUTE });
    const reason = `there is no image ${IMAGE}, and it cannot be pulled: docker failed: Error: no route to the registry`;
    await expect(start()).rejects.toThrow(reason);
    expect(lines.slice(1)).toEqual([`not in Docker: ${reason}`]);

    await expect(start()).rejects.toThrow('pulling it failed within the last hour');
    expect(lines.at(-1)).toBe(
      `not in Docker: there is no image ${IMAGE}, and pulling it failed within the last hour`,
    );
    expect(docker.asked.filter((words) => words.startsWith('pull'))).toHaveLength(1);
  });
});
