import { LaunchedStack } from '../dev/stack/src/launched-stack';
import { startTestServers, stopTestServers } from '../dev/testing/src/servers';

declare global {
  var carillonStack: LaunchedStack | undefined;
}

/** A crashed worker's lease expires after seconds, not minutes; all tests, even those with wrong keys, have one address. */
const settings = {
  BATCH_LEASE_MS: '5000',
  SEND_TIMEOUT_MS: '2500',
  LEASE_GRACE_MS: '500',
  FAILED_AUTHENTICATIONS_PER_MINUTE: '100000',
  ERASURE_REPEAT_MS: '5000',
};

/** Starts a stack from the build, as `npm start` does, beside one that may be running, on a broker and a database of its own. */
export default async function startStack(): Promise<void> {
  await startTestServers();
  try {
    globalThis.carillonStack = await LaunchedStack.start('e2e', settings);
  } catch (error) {
    await stopTestServers();
    throw error;
  }
}
