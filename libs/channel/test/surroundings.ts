import { FixedClock } from '@carillon/testing/clock';
import {
  AppError,
  type BatchSettled,
  contentOf,
  type Lease,
  type OpenSender,
  type Payload,
} from '@carillon/contracts';
import type { MessagingServer, Messenger } from '@carillon/messaging';
import { Logger, Metrics } from '@carillon/platform';
import { createVault, parseKeyRing } from '@carillon/vault';
import { AttachedFiles } from '../src/attached-files';
import { DomainGroupPaces } from '../src/leases/domain-group-paces';
import { SilentSenders } from '../src/leases/silent-senders';
import { WorkLease } from '../src/leases/work-lease';
import { IsolatedSends } from '../src/isolation/isolated-sends';
import { OpenSenders } from '../src/open-senders';
import { CompiledMessages, SendMessage } from '../src/send-message';
import type { Provider } from '../src/provider';
import { Providers } from '../src/providers';
import type { ChannelSettings } from '../src/settings';
import { RefusalPublisher } from '../src/settlements/refusal-publisher';

const VAULT_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
export const vault = createVault(parseKeyRing(VAULT_KEYS));
export const campaignId = '64b7c0ffee64b7c0ffee0001';
export const userId = '64b7c0ffee64b7c0ffee0002';

export const channelSettings: ChannelSettings = {
  channel: 'EMAIL',
  leases: 1,
  concurrency: 5,
  settleEveryMs: 500,
  vaultKeys: VAULT_KEYS,
};

export const aLease = (size: number, changes: Partial<Lease> = {}): Lease => ({
  batchId: 'b',
  campaignId,
  userId,
  channel: 'EMAIL',
  senderId: 'default',
  fence: 1,
  leaseMs: 90_000,
  sendsPerSecond: null,
  startInMs: 0,
  validForMs: 3_600_000,
  concurrency: null,
  recipients: Array.from({ length: size }, (_, i) => ({
    i,
    address: `${i}@example.org`,
    subscriberId: '64b7c0ffee64b7c0ffee0003',
    variables: {},
  })),
  ...changes,
});

/** Registers a fake provider as the only one of a worker. */
export function providersWith(fake: Partial<Provider>): Providers {
  return new Providers({ SMTP: fake as Provider });
}

export const aSender = (sealed: Record<string, string> = {}): OpenSender => ({
  id: 'default',
  channel: 'EMAIL',
  provider: 'SMTP',
  version: '1',
  settings: {},
  sealed,
});

/** Fakes the dispatcher, the account service, and the broker for a lease. */
export class Surroundings {
  readonly published: BatchSettled[] = [];
  /** The names of all requests and messages, in order. */
  readonly messages: string[] = [];
  readonly refusals: Payload<'address.refused'>[] = [];
  readonly requested: string[] = [];
  brokerIsAway = false;
  sender: () => OpenSender = () => aSender();

  request(name: string): Promise<unknown> {
    this.requested.push(name);
    if (name === 'sender.open') return Promise.resolve().then(() => this.sender());
    return Promise.resolve({
      campaignId,
      content: contentOf({ subject: 'Hello', bodies: { EMAIL: '' } }),
      watermark: false,
    });
  }

  publish(name: string, payload: object): Promise<void> {
    if (this.brokerIsAway) return Promise.reject(new AppError('service_unavailable'));
    this.messages.push(name);
    if (name === 'address.refused') this.refusals.push(payload as Payload<'address.refused'>);
    else this.published.push(payload as BatchSettled);
    return Promise.resolve();
  }

  get sent(): number[] {
    return this.published.flatMap((piece) => piece.sent);
  }
}

/** Creates the WorkLease of a worker with these surroundings and this provider. */
export function messagesWith(messenger: Messenger, providers: Providers): CompiledMessages {
  return new CompiledMessages(messenger, providers, new AttachedFiles(messenger));
}

export function workLeaseWith(
  around: Surroundings,
  fake: Pick<Provider, keyof Provider>,
  isolated: IsolatedSends = new IsolatedSends(Logger.create('test', 'silent')),
  silent = new SilentSenders(channelSettings),
  metrics = new Metrics('test'),
): WorkLease {
  const providers = providersWith(fake);
  const messenger = around as unknown as Messenger;
  const server = { onBroadcastGap: () => undefined } as unknown as MessagingServer;
  const log = Logger.create('test', 'silent');
  const senders = new OpenSenders(messenger, server, channelSettings);
  return new WorkLease(
    messenger,
    new RefusalPublisher(messenger, new FixedClock(new Date(0))),
    senders,
    messagesWith(messenger, providers),
    providers,
    new SendMessage(providers, channelSettings, metrics, log),
    isolated,
    silent,
    new DomainGroupPaces(channelSettings, metrics, log),
    'me',
    channelSettings,
    log,
  );
}
