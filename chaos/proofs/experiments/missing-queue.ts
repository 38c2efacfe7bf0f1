import { ObjectId } from 'mongodb';
import { until } from '../../../e2e/driver/api';
import { everybodyForSure } from '../../checker/expectation';
import type { Mailing } from '../../driver/mailing';
import { byMail } from '../../driver/people';
import type { Fixture } from '../../driver/fixture';
import type { Experiment } from '../experiment';

/** The campaign service has nothing left to announce about it. */
async function announced({ rig }: Fixture, { campaign }: Mailing): Promise<void> {
  const campaigns = rig.parts.database.db('carillon_campaign').collection('campaigns');
  const done = { _id: new ObjectId(campaign), pending: { $size: 0 } };
  await until('the announcement', 30, () => campaigns.findOne(done));
}

/** Somebody deletes the queue of orders while no dispatcher runs to declare it again. */
export const missingQueue: Experiment = {
  name: 'the queue of orders is deleted',
  async play(fixture, judge) {
    const dispatchers = fixture.fleet.of('dispatcher');
    const people = byMail(3);
    const group = await fixture.sender.group(people);
    await Promise.all(dispatchers.map((copy) => copy.down()));
    await fixture.rig.parts.queues.delete('dispatcher.events');
    const mailing = await fixture.publish([group], people);
    await announced(fixture, mailing);
    await Promise.all(dispatchers.map((copy) => copy.start()));
    await judge(mailing, everybodyForSure);
  },
};
