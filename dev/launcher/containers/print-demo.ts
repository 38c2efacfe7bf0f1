import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type TwilioSecrets, isObject, readJson, writeJson } from '@carillon/stack';
import { type DemoSecrets, prepareDemo } from '../src/demo/demo';
import { firstSteps } from '../src/demo/first-steps';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The time limit for the gateway to respond (milliseconds). It is long because services migrate their databases
 * first.
 */
const START_MS = 300_000;
const POLL_MS = 500;

/** Creates the demo user when the gateway responds, and prints the same text as `npm start`. */
export async function printDemo(environment: Environment, print: (line: string) => void): Promise<void> {
  const { GATEWAY_URL = '', PUBLIC_URL = '', INBOX_URL = '', SECRETS = '', CLIENT = '' } = environment;
  await untilAnswers(GATEWAY_URL);
  mkdirSync(CLIENT, { recursive: true });
  const secrets = new ClientSecrets(GATEWAY_URL, SECRETS, join(CLIENT, 'config.json'));
  const demo = await prepareDemo(GATEWAY_URL, secrets, AbortSignal.timeout(START_MS));
  const whereabouts = {
    gatewayUrl: PUBLIC_URL,
    inboxUrl: INBOX_URL,
    logs: 'docker compose logs',
    commandLine: 'docker compose run --rm carillon --help',
    stop: 'docker compose down stops everything; with --volumes it removes the data, too.',
  };
  for (const line of ['', 'Carillon is ready.', '', ...firstSteps(whereabouts, demo)]) print(line);
}

async function untilAnswers(gatewayUrl: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const status = await fetch(`${gatewayUrl}/api/v1/account`).then(
      (response) => response.status,
      () => 503,
    );
    if (status < 500) return;
    if (Date.now() > deadline) throw new Error(`The gateway does not respond at ${gatewayUrl}`);
    await pause(POLL_MS);
  }
}

/** Reads the secrets of the setup, and stores the demo user's key where `carillon login` would store it. */
class ClientSecrets implements DemoSecrets {
  readonly values: DemoSecrets['values'];

  constructor(
    private readonly url: string,
    folder: string,
    private readonly file: string,
  ) {
    const handed = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
    const { places } = readJson(file) ?? {};
    const known = isObject(places) && isObject(places[url]) ? places[url].apiKey : undefined;
    this.values = {
      operatorKey: handed('BOOTSTRAP_OPERATOR_KEY'),
      ...twilioSecrets(handed('TWILIO_LOGIN')),
      ...(typeof known === 'string' ? { apiKey: known } : {}),
    };
    if (typeof known === 'string') this.save({ apiKey: known });
  }

  save({ apiKey }: { apiKey: string }): void {
    const { places } = readJson(this.file) ?? {};
    const keys = { apiKey, operatorKey: this.values.operatorKey };
    writeJson(this.file, {
      current: this.url,
      places: { ...(isObject(places) ? places : {}), [this.url]: keys },
    });
  }
}

/** `AC…:token;SK…:secret` */
function twilioSecrets(account: string): TwilioSecrets {
  const [twilioAccountSid = '', twilioAuthToken = '', twilioApiKeySid = '', twilioApiKeySecret = ''] =
    account.split(/[:;]/);
  return { twilioAccountSid, twilioAuthToken, twilioApiKeySid, twilioApiKeySecret };
}
