import { until } from '../../e2e/driver/api';
import { everybodyForSure } from '../checker/expectation';
import type { Mailing } from '../driver/mailing';
import { must } from '../driver/must';
import { byMail, bySms } from '../driver/people';
import type { Stage } from '../driver/stage';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/scenario';

const UNHURRIED_MS = 20;

const bothWays = (size: number): Person[] => [...byMail(size - size / 5), ...bySms(size / 5)];

/** Nothing of the campaign is in any hand, so that nobody can be sent to before a grant. */
async function isAtRest({ rig }: Stage, { campaign }: Mailing): Promise<void> {
  const batches = rig.parts.database
    .db('carillon_dispatcher')
    .collection<{ _id: string; state: string }>('batches');
  const ofCampaign = { $gte: `${campaign}-`, $lt: `${campaign}.` };
  await until('the end of what is in hand', 60, async () => {
    const held = await batches.findOne({ _id: ofCampaign, state: { $in: ['HELD', 'RELEASED'] } });
    return held === null;
  });
}

/** Half of those who have nothing yet say no. All that matters is written by then: whoever dies now forgets nothing. */
async function halfSayNo(stage: Stage): Promise<void> {
  stage.sender.mail.latencyMs = UNHURRIED_MS;
  stage.rig.parts.provider.latencyMs = UNHURRIED_MS;
  const mailing = await stage.mailTo(bothWays(stage.size));
  await mailing.reaches(stage.size / 4);
  await must(stage, 200, 'POST', `/campaigns/${mailing.campaign}/pause`);
  await isAtRest(stage, mailing);
  const reached = new Set(mailing.recorded.map(({ address }) => address));
  const waiting = mailing.members.filter(({ address }) => !reached.has(address));
  const unwilling = waiting.filter((_, n) => n % 2 === 0);
  await stage.sender.suppress(unwilling);
  for (const copy of stage.fleet.of('subscriber')) copy.signal('SIGKILL');
  await must(stage, 200, 'POST', `/campaigns/${mailing.campaign}/resume`);
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
    async play(stage) {
      const people = bothWays(stage.size);
      await stage.sender.suppress(people);
      const mailing = await stage.mailTo(people);
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
