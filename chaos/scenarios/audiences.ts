import { everybodyForSure } from '../checker/expectation';
import { byMail, bySms } from '../driver/people';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/scenario';

export const audiences: readonly Scenario[] = [
  {
    name: 'nobody to send to',
    short: true,
    async play(fixture) {
      const mailing = await fixture.mailTo([]);
      await mailing.ends();
      await mailing.examine(everybodyForSure);
    },
  },
  {
    name: 'everybody is in each of three groups',
    short: true,
    async play(fixture) {
      const people = [...byMail(fixture.size / 2), ...bySms(100)];
      const groups = [];
      for (let n = 0; n < 3; n++) groups.push(await fixture.sender.group(people));
      const mailing = await fixture.publish(groups, people);
      await mailing.ends();
      await mailing.examine(everybodyForSure);
    },
  },
  {
    name: 'nobody can be reached',
    async play(fixture) {
      const people: Person[] = bySms(fixture.size / 5).map(({ address }) => ({ channel: 'WHATSAPP', address }));
      const mailing = await fixture.mailTo(people);
      await mailing.ends();
      await mailing.examine({ ...everybodyForSure, mayEnd: () => ['SKIPPED'] });
    },
  },
];
