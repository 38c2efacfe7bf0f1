import { once } from 'node:events';

export default async function stopStack(): Promise<void> {
  const launcher = globalThis.carillonLauncher;
  if (launcher?.exitCode !== null) return;
  const ended = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  await ended;
}
