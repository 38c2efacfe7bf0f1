import { at } from '@carillon/fake-providers';
import { ObjectId } from 'mongodb';
import { until } from '../../driver/api';
import { everybody } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { byMail, bySms } from '../driver/sender';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/play';

/** The providers' response time, which makes sending last long enough for the faults (milliseconds). */
const UNHURRIED_MS = 20;
/** The email of one person in so many is refused. With more unknown addresses, the campaign would be paused. */
const ONE_IN = 25;
/** The time limit for the last delivery, with the faults (seconds). */
const LAST_S = 300;

/**
 * A campaign that sends each person an email, or an SMS if the email is refused, while everything that plans and sends it
 * is killed. Each person gets one message.
 */
async function fallBack(fixture: Fixture): Promise<void> {
  const { sender, size } = fixture;
  const emails = byMail(size);
  const phones = bySms(size);
  const numberOf = new Map(
    [emails, phones].flatMap((all) => all.map(({ address }, n): [string, number] => [address, n])),
  );
  const personOf = ({ address }: Person): number => numberOf.get(address) ?? -1;
  const isRefused = (address: string): boolean => (numberOf.get(address) ?? 1) % ONE_IN === 0;
  sender.mail.conduct = at('recipient', { reply: '550 5.1.1 No such user' }, isRefused);
  sender.mail.latencyMs = UNHURRIED_MS;
  await sender.describe(emails, 'Oslo', phones);
  const group = await sender.group([...emails, ...phones]);
  const channels = { strategy: 'FIRST', order: ['EMAIL', 'SMS'], fallbackHours: 1 };
  const mailing = await fixture.publish([group], [...emails, ...phones], sender, { channels });
  await killEverything(fixture, mailing);
  await endHours(fixture, mailing);
  await mailing.ends();
  await mailing.examine({
    ...everybody,
    mayEnd: ({ channel, address }) => (channel === 'EMAIL' && isRefused(address) ? ['FAILED'] : ['SENT']),
    mayMiss: ({ channel, address }) => channel === 'SMS' && personOf({ channel, address }) % ONE_IN !== 0,
    personOf,
  });
}

async function killEverything({ fleet, rig }: Fixture, mailing: Mailing): Promise<void> {
  for (const [part, service] of [
    'dispatcher',
    'sms-worker',
    'subscriber',
    'email-worker',
    'dispatcher',
  ].entries()) {
    await mailing.reaches(part * 100);
    const copies = fleet.of(service);
    for (const copy of copies) copy.signal('SIGKILL');
    await Promise.all(copies.map((copy) => copy.ready()));
  }
  await rig.parts.testServices.database.kill();
  await rig.parts.testServices.database.start();
}

/** Ends the time for fallbacks when nothing is left to send, because no test can wait an hour. */
async function endHours({ rig }: Fixture, { campaign }: Mailing): Promise<void> {
  const dispatcher = rig.parts.database.db('carillon_dispatcher');
  const batches = dispatcher.collection<{ _id: string }>('batches');
  const ofCampaign = { _id: { $gt: `${campaign}-`, $lt: `${campaign}.` } };
  await until('the last delivery', LAST_S, async () => {
    const planned = { _id: new ObjectId(campaign), planned: true };
    if ((await dispatcher.collection('dispatches').countDocuments(planned)) === 0) return false;
    const open = { ...ofCampaign, $or: [{ fallbackDue: true }, { holds: 'QUEUED' }] };
    return (await batches.countDocuments(open)) === 0;
  });
  await batches.updateMany({ ...ofCampaign, fallbackUntil: { $exists: true } }, [
    { $set: { fallbackUntil: '$$NOW', rev: { $add: ['$rev', 1] } } },
  ]);
}

export const firstChannel: readonly Scenario[] = [
  {
    name: 'kill everything while people fall back to their next channel',
    short: true,
    play: fallBack,
  },
];
