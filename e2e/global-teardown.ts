import { once } from 'node:events';
import { stopTestServers } from '../libs/testing/src/servers';

export default async function stopStack(): Promise<void> {
  const launcher = globalThis.carillonLauncher;
  if (launcher?.exitCode === null) {
    const ended = once(launcher, 'exit');
    launcher.kill('SIGTERM');
    await ended;
  }
  await stopTestServers();
}
