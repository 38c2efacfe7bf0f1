import { until } from '../../e2e/driver/api';
import { everybodyForSure } from '../checker/expectation';
import type { Mailing } from '../driver/mailing';
import { must } from '../driver/must';
import { byMail, bySms } from '../driver/people';
import type { Fixture } from '../driver/fixture';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/scenario';

const UNHURRIED_MS = 20;

const bothWays = (size: number): Person[] => [...byMail(size - size / 5), ...bySms(size / 5)];

/** Nothing of the campaign is in any lease, so that nobody can be sent to before a grant. */
async function isAtRest({ rig }: Fixture, { campaign }: Mailing): Promise<void> {
  const batches = rig.parts.database
    .db('carillon_dispatcher')
    .collection<{ _id: string; state: string }>('batches');
  const ofCampaign = { $gte: `${campaign}-`, $lt: `${campaign}.` };
  await until('the end of what is in flight', 60, async () => {
    const held = await batches.findOne({ _id: ofCampaign, state: { $in: ['LEASED', 'RELEASED'] } });
    return held === null;
  });
}

/** Half of those who have nothing yet say no. All that matters is written by then: whoever dies now forgets nothing. */
async function halfSayNo(fixture: Fixture): Promise<void> {
  fixture.sender.mail.latencyMs = UNHURRIED_MS;
  fixture.rig.parts.provider.latencyMs = UNHURRIED_MS;
  const mailing = await fixture.mailTo(bothWays(fixture.size));
  await mailing.reaches(fixture.size / 4);
  await must(fixture, 200, 'POST', `/campaigns/${mailing.campaign}/pause`);
  await isAtRest(fixture, mailing);
  const reached = new Set(mailing.recorded.map(({ address }) => address));
  const waiting = mailing.members.filter(({ address }) => !reached.has(address));
  const unwilling = waiting.filter((_, n) => n % 2 === 0);
  await fixture.sender.suppress(unwilling);
  for (const copy of fixture.fleet.of('subscriber')) copy.signal('SIGKILL');
  await must(fixture, 200, 'POST', `/campaigns/${mailing.campaign}/resume`);
  await mailing.ends();
  const names = new Set(unwilling.map(({ address }) => address));
  await mailing.examine({
    ...everybodyForSure,
    mayEnd: ({ address }) => (names.has(address) ? ['SKIPPED'] : ['SENT']),
  });
}

export const consent: readonly Scenario[] = [
  {
    name: 'everybody is suppressed',
    short: true,
    async play(fixture) {
      const people = bothWays(fixture.size);
      await fixture.sender.suppress(people);
      const mailing = await fixture.mailTo(people);
      await mailing.ends();
      await mailing.examine({ ...everybodyForSure, mayEnd: () => ['SKIPPED'] });
    },
  },
  {
    name: 'say no in a pause, then kill the subscriber services',
    short: true,
    play: halfSayNo,
  },
];
