import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeDocker } from '../../dev/testing/src/servers/fake-docker';

const root = join(__dirname, '../..');

describe('pinning images', () => {
  it('prints every image in the Compose files and the Dockerfile with the digest of its tag', () => {
    const docker = new FakeDocker({
      'image inspect *': 'echo "somewhere/it@sha256:$(echo "$*" | cksum | tr -d " ")"',
    });
    const script = join(root, 'tools/environment/pin-images.mjs');
    const printed = execFileSync(process.execPath, [script], {
      encoding: 'utf8',
      env: { ...docker.environment },
    });
    const lines = printed.trim().split('\n');
    const named = ['docker-compose.yml', 'deploy/observability/compose.yml', 'Dockerfile'].flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /^\s*(?:image: (?!.*CARILLON)|ARG NODE_IMAGE=)(.*)$/gm,
        ),
      ].map(([, image = '']) => image.replace(/^\$\{\w+:-(.*)\}$/, '$1')),
    );
    expect(lines.map((line) => line.replace(/^\w+_IMAGE=(.*)@sha256:\d+$/, '$1')).sort()).toEqual(
      [...new Set(named)].sort(),
    );
    expect(docker.asked.filter((words) => words.startsWith('pull'))).toHaveLength(lines.length);
  });
});
