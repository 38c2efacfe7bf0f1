/**
 * Prints the images that the Compose files name, as lines for .env, each with the current digest of its tag. Pulls
 * the images to find the digests: `node tools/environment/pin-images.mjs >> .env`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const files = ['docker-compose.yml', 'deploy/observability/compose.yml'];
const root = new URL('../../', import.meta.url);
const text = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n');
const images = new Map(
  [...text.matchAll(/\$\{(\w+_IMAGE):-([^}\s]+:[^}\s]+)\}/g)].map(([, name, image]) => [name, image]),
);
const docker = (...words) =>
  execFileSync('docker', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

for (const [name, image] of images) {
  docker('pull', '--quiet', image);
  const [, digest] = docker('image', 'inspect', '--format', '{{index .RepoDigests 0}}', image)
    .trim()
    .split('@');
  process.stdout.write(`${name}=${image}@${digest}\n`);
}
