import { setTimeout as pause } from 'node:timers/promises';
import { type Lease, bodiesOf } from '@carillon/contracts';
import { Fixture, members } from '../../../apps/dispatcher/test/fixture';
import { Worker } from '../../../apps/dispatcher/test/workers';
import type { Person } from '../../evidence/evidence';
import { present } from '../../evidence/history';
import type { Recorded } from '../../recorder/record';
import { Trace } from './trace';

const LOOK_EVERY_MS = 20;
/** A dispatcher in the test's own process, with a worker and a provider that do what a experiment tells them to. */
export class LoneDispatcher {
  readonly worker: Worker;
  private readonly recorded: Recorded[] = [];

  private constructor(readonly fixture: Fixture) {
    this.worker = new Worker(fixture);
  }

  static async start(): Promise<LoneDispatcher> {
    const fixture = await Fixture.open();
    const route = { integrationId: 'default', ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { EMAIL: route, WHATSAPP: null, SMS: route } };
    await fixture.start({ BATCH_LEASE_MS: '2500', LEASE_GRACE_MS: '300' });
    return new LoneDispatcher(fixture);
  }

  async publish(channel: 'EMAIL' | 'SMS', count: number): Promise<Trace> {
    const { fixture, recorded } = this;
    const since = await present(fixture.database.db.client);
    const people = members(count, channel === 'EMAIL' ? 'p' : '3', channel);
    const campaign = await fixture.publish([people], { bodies: bodiesOf({ [channel]: 'Hello' }) });
    const persons: Person[] = people.map(({ address }) => ({ channel, address }));
    return new Trace(fixture, { campaign, members: persons, recorded, since });
  }

  /** The provider takes the messages of a lease. */
  send({ campaignId, channel, recipients }: Lease): void {
    for (const { address } of recipients) {
      const messageId = `<${address}>`;
      this.recorded.push({ campaign: campaignId, channel, address, messageId, at: Date.now() });
    }
  }

  /** Sends whatever is offered of a campaign, until it is complete or for so long (milliseconds). */
  async finish(campaign: string, waitMs: number): Promise<void> {
    const { fixture, worker } = this;
    const deadline = Date.now() + waitMs;
    while (!fixture.isComplete(campaign) && Date.now() < deadline) {
      const hint = worker.heard(campaign);
      const lease = hint && (await worker.take(hint));
      if (lease) {
        this.send(lease);
        await worker.settle(lease);
      } else await pause(LOOK_EVERY_MS);
    }
  }
}
