import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConfigDefinition, Environment } from '@carillon/platform';
import { databaseConfig } from '../../../libs/mongo/src/config';
import { platformConfig } from '../../../libs/platform/src/config';
import { accountConfig } from '../../../apps/account/src/config';
import { bounceReceiverConfig } from '../../../apps/bounce-receiver/src/config';
import { campaignConfig } from '../../../apps/campaign/src/config';
import { dispatcherConfig } from '../../../apps/dispatcher/src/config';
import { emailWorkerConfig } from '../../../apps/email-worker/src/config';
import { gatewayConfig } from '../../../apps/gateway/src/config';
import { mailboxPollerConfig } from '../../../apps/mailbox-poller/src/config';
import { smsWorkerConfig } from '../../../apps/sms-worker/src/config';
import { subscriberConfig } from '../../../apps/subscriber/src/config';
import { webhookWorkerConfig } from '../../../apps/webhook-worker/src/config';
import { whatsappWorkerConfig } from '../../../apps/whatsapp-worker/src/config';

export const root = resolve(__dirname, '..', '..', '..');

/** The names of the apps' folders in the repository. */
export const apps = readdirSync(resolve(root, 'apps')).sort();

const own: Readonly<Record<string, ConfigDefinition>> = {
  account: accountConfig,
  'bounce-receiver': bounceReceiverConfig,
  campaign: campaignConfig,
  dispatcher: dispatcherConfig,
  'email-worker': emailWorkerConfig,
  gateway: gatewayConfig,
  'mailbox-poller': mailboxPollerConfig,
  'sms-worker': smsWorkerConfig,
  subscriber: subscriberConfig,
  'webhook-worker': webhookWorkerConfig,
  'whatsapp-worker': whatsappWorkerConfig,
};

/** Whether an app has a database. Such an app has migrations, which `node apps/<app>/main.js migrate` applies. */
export const appsWithDatabase = apps.filter((app) =>
  readFileSync(resolve(root, 'apps', app, 'src', 'main.ts'), 'utf8').includes(`runMigrate('${app}'`),
);

/** The definitions of all environment variables that an app reads. */
export function definitionsOf(app: string): ConfigDefinition[] {
  const mine = own[app];
  if (mine === undefined) throw new Error(`The configuration of ${app} is not listed here`);
  return [platformConfig, ...(appsWithDatabase.includes(app) ? [databaseConfig] : []), mine];
}

/** Maps each variable of an app to whether it is a secret. */
export function variablesOf(app: string): Map<string, boolean> {
  const properties = definitionsOf(app).flatMap(({ schema }) => Object.entries(schema.properties));
  return new Map(properties.map(([name, schema]) => [name, schema.secret === true]));
}

/** The Secret as an operator creates it, with the addresses of an unreachable broker and database. */
export function someSecrets(): Environment {
  const script = resolve(root, 'tools', 'environment', 'print-secrets.mjs');
  const lines = execFileSync(process.execPath, [script], { encoding: 'utf8', env: {} }).trim().split('\n');
  const printed = lines.map((line) => line.split(/=(.*)/, 2) as [string, string]);
  return {
    ...Object.fromEntries(printed),
    AMQP_URL: 'amqp://127.0.0.1:1',
    MONGO_URL: 'mongodb://127.0.0.1:1/?replicaSet=rs0',
    BOUNCE_MAILBOXES: 'imap://returns:secret@127.0.0.1:1/INBOX',
  };
}
