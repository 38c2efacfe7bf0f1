import { everybodyForSure } from '../../checker/expectation';
import { byMail } from '../../driver/people';
import type { Experiment } from '../experiment';

/** Half of the people are in both groups. */
export const twoGroups: Experiment = {
  name: 'somebody is in two groups',
  async play(fixture, judge) {
    const { sender } = fixture;
    const people = byMail(6);
    const groups = [await sender.group(people.slice(0, 4)), await sender.group(people.slice(2))];
    await judge(await fixture.publish(groups, people), everybodyForSure);
  },
};
