import { ObjectId } from 'mongodb';
import { until } from '../../../e2e/driver/api';
import { everybodyForSure } from '../../checker/expectation';
import type { Mailing } from '../../driver/mailing';
import { byMail } from '../../driver/people';
import type { Stage } from '../../driver/stage';
import type { Trial } from '../trial';

/** The campaign service has nothing left to announce about it. */
async function announced({ rig }: Stage, { campaign }: Mailing): Promise<void> {
  const campaigns = rig.parts.database.db('carillon_campaign').collection('campaigns');
  const done = { _id: new ObjectId(campaign), pending: { $size: 0 } };
  await until('the announcement', 30, () => campaigns.findOne(done));
}

/** Somebody deletes the queue of orders while no dispatcher runs to declare it again. */
export const missingQueue: Trial = {
  name: 'the queue of orders is deleted',
  async play(stage, judge) {
    const dispatchers = stage.fleet.of('dispatcher');
    const people = byMail(3);
    const group = await stage.sender.group(people);
    await Promise.all(dispatchers.map((copy) => copy.down()));
    await stage.rig.parts.queues.delete('dispatcher.events');
    const mailing = await stage.publish([group], people);
    await announced(stage, mailing);
    await Promise.all(dispatchers.map((copy) => copy.start()));
    await judge(mailing, everybodyForSure);
  },
};
