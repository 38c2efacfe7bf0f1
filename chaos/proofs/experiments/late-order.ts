import { ObjectId } from 'mongodb';
import { data, until } from '../../../e2e/driver/api';
import { type Expectation, cancelled } from '../../checker/expectation';
import type { Mailing } from '../../driver/mailing';
import { byMail } from '../../driver/people';
import type { Fixture } from '../../driver/fixture';
import { type Forward, Proxy } from '../../rig/proxy';
import type { Experiment } from '../experiment';

/** Nobody was ever planned. */
const nobody: Expectation = { ...cancelled, mayEnd: () => [] };

/** The dispatchers know that it was cancelled, and nothing else of it. */
async function cancelledUnheard({ rig, sender }: Fixture, { campaign }: Mailing): Promise<void> {
  await data('POST', `/campaigns/${campaign}/cancel`, {}, sender.user.key);
  const dispatches = rig.parts.database.db('carillon_dispatcher').collection('dispatches');
  const tombstone = { _id: new ObjectId(campaign), state: 'CANCELLED' };
  await until('the cancellation', 30, () => dispatches.findOne(tombstone));
}

/** The order to send a campaign is delivered when the campaign is cancelled already. */
export const lateOrder: Experiment = {
  name: 'the order comes after the cancellation',
  async play(fixture, judge) {
    const { amqpUrl } = fixture.rig.parts.testServices.broker.running;
    let order: Forward | null = null;
    const proxy = await Proxy.between(
      amqpUrl,
      'campaign.published',
      'dispatcher.events',
      (forward) => {
        if (order) forward();
        else order = forward;
      },
    );
    try {
      const mailing = await fixture.mailTo(byMail(3));
      const late = await until('the order', 30, () => Promise.resolve(order));
      await cancelledUnheard(fixture, mailing);
      late();
      // What is ordered behind it is sent: it has had its chance.
      await (await fixture.mailTo(byMail(1))).ends();
      await judge(mailing, nobody);
    } finally {
      await proxy.leave();
    }
  },
};
