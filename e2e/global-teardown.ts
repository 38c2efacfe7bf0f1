import { stopTestServers } from '../dev/testing/src/servers';

export default async function stopStack(): Promise<void> {
  await globalThis.carillonStack?.stop();
  await globalThis.carillonSpans?.stop();
  await globalThis.carillonProvider?.stop();
  await stopTestServers();
}
