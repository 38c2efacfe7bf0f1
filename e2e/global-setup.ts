import { LaunchedStack } from '../dev/stack/src/launched-stack';
import { closedPort, findChromium, findWebKit } from '../dev/local-services/src/index';
import { provideProgram } from '../dev/testing/src/fetched-programs';
import { stack } from '../dev/stack/src/running-stack';
import { OpenIdProvider } from '../dev/testing/src/openid/index';
import { SpanReceiver } from '../dev/driver/span-receiver';
import { startTestServers, stopTestServers } from '../dev/testing/src/servers';

declare global {
  var carillonStack: LaunchedStack | undefined;
  var carillonSpans: SpanReceiver | undefined;
  var carillonProvider: OpenIdProvider | undefined;
}

/**
 * Settings for all tests. The work of a crashed process continues after seconds, not minutes. All tests, including those
 * with wrong keys, have one address. A cached key does not expire within a test: a gateway drops it only on a message
 * from the account service.
 */
const settings = {
  BATCH_LEASE_MS: '5000',
  SEND_TIMEOUT_MS: '2500',
  LEASE_GRACE_MS: '500',
  FAILED_AUTHENTICATIONS_PER_MINUTE: '100000',
  ERASURE_REPEAT_MS: '5000',
  ERASURE_CLAIM_MS: '10000',
  ACCESS_CACHE_MS: '600000',
  // Only traces that a test marks as sampled.
  OTEL_TRACES_SAMPLER: 'parentbased_always_off',
};

/**
 * Starts a stack from the build, as `npm start` does, next to other stacks that may be running, with a separate
 * broker and database. Its folder has the name of the project, because two stacks can run side by side.
 */
export default async function startStack(
  _config: unknown,
  { displayName }: { displayName?: { name: string } },
): Promise<void> {
  await provideProgram('chromium', findChromium);
  await provideProgram('webkit', findWebKit);
  await startTestServers();
  const spans = (globalThis.carillonSpans = await SpanReceiver.start());
  process.env.SPAN_RECEIVER_URL = spans.url;
  // A test that needs DNS records starts a server at this address.
  process.env.TEST_DNS_PORT = String(await closedPort());
  const provider = (globalThis.carillonProvider = await OpenIdProvider.start());
  try {
    globalThis.carillonStack = await LaunchedStack.start(displayName?.name ?? 'e2e', {
      ...settings,
      ...provider.environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: spans.url,
      DNS_SERVERS: `127.0.0.1:${process.env.TEST_DNS_PORT}`,
    });
    provider.allow(`${stack().gatewayUrl}/api/v1/sessions/oidc/callback`);
  } catch (error) {
    await Promise.all([spans.stop(), provider.stop()]);
    await stopTestServers();
    throw error;
  }
}
