import { setTimeout as pause } from 'node:timers/promises';
import { type Hand, bodiesOf } from '@carillon/contracts';
import { Stage, members } from '../../../apps/dispatcher/test/stage';
import { Worker } from '../../../apps/dispatcher/test/workers';
import type { Person } from '../../evidence/evidence';
import { present } from '../../evidence/history';
import type { Recorded } from '../../recorder/record';
import { Trace } from './trace';

const LOOK_EVERY_MS = 20;
/** A dispatcher in the test's own process, with a worker and a provider that do what a trial tells them to. */
export class LoneDispatcher {
  readonly worker: Worker;
  private readonly recorded: Recorded[] = [];

  private constructor(readonly stage: Stage) {
    this.worker = new Worker(stage);
  }

  static async start(): Promise<LoneDispatcher> {
    const stage = await Stage.open();
    const route = { integrationId: 'default', ratePerSecond: null, maxConnections: null };
    stage.profile = { ...stage.profile, routes: { EMAIL: route, WHATSAPP: null, SMS: route } };
    await stage.start({ HAND_LEASE_MS: '2500', SWEEP_GRACE_MS: '300' });
    return new LoneDispatcher(stage);
  }

  async publish(channel: 'EMAIL' | 'SMS', count: number): Promise<Trace> {
    const { stage, recorded } = this;
    const since = await present(stage.database.db.client);
    const people = members(count, channel === 'EMAIL' ? 'p' : '3', channel);
    const campaign = await stage.publish([people], { bodies: bodiesOf({ [channel]: 'Hello' }) });
    const persons: Person[] = people.map(({ address }) => ({ channel, address }));
    return new Trace(stage, { campaign, members: persons, recorded, since });
  }

  /** The provider takes the messages of a hand. */
  send({ campaignId, channel, recipients }: Hand): void {
    for (const { address } of recipients) {
      const messageId = `<${address}>`;
      this.recorded.push({ campaign: campaignId, channel, address, messageId, at: Date.now() });
    }
  }

  /** Sends whatever is offered of a campaign, until it is complete or patience is out (milliseconds). */
  async finish(campaign: string, patienceMs: number): Promise<void> {
    const { stage, worker } = this;
    const deadline = Date.now() + patienceMs;
    while (!stage.isComplete(campaign) && Date.now() < deadline) {
      const hint = worker.heard(campaign);
      const hand = hint && (await worker.take(hint));
      if (hand) {
        this.send(hand);
        await worker.settle(hand);
      } else await pause(LOOK_EVERY_MS);
    }
  }
}
