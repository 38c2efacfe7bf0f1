import { everybodyForSure } from '../../checker/expectation';
import { byMail } from '../../driver/people';
import type { Trial } from '../trial';

/** Half of the people are in both groups. */
export const twoGroups: Trial = {
  name: 'somebody is in two groups',
  async play(stage, judge) {
    const { sender } = stage;
    const people = byMail(6);
    const groups = [await sender.group(people.slice(0, 4)), await sender.group(people.slice(2))];
    await judge(await stage.publish(groups, people), everybodyForSure);
  },
};
