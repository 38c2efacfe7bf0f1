import { ObjectId } from 'mongodb';
import { data, until } from '../../../e2e/driver/api';
import { type Expectation, cancelled } from '../../checker/expectation';
import type { Mailing } from '../../driver/mailing';
import { byMail } from '../../driver/people';
import type { Stage } from '../../driver/stage';
import { type HandOn, Middleman } from '../../rig/middleman';
import type { Trial } from '../trial';

/** Nobody was ever planned. */
const nobody: Expectation = { ...cancelled, mayEnd: () => [] };

/** The dispatchers know that it was cancelled, and nothing else of it. */
async function cancelledUnheard({ rig, sender }: Stage, { campaign }: Mailing): Promise<void> {
  await data('POST', `/campaigns/${campaign}/cancel`, {}, sender.user.key);
  const dispatches = rig.parts.database.db('carillon_dispatcher').collection('dispatches');
  const tombstone = { _id: new ObjectId(campaign), state: 'CANCELLED' };
  await until('the cancellation', 30, () => dispatches.findOne(tombstone));
}

/** The order to send a campaign is delivered when the campaign is cancelled already. */
export const lateOrder: Trial = {
  name: 'the order comes after the cancellation',
  async play(stage, judge) {
    const { amqpUrl } = stage.rig.parts.ground.broker.running;
    let order: HandOn | null = null;
    const middleman = await Middleman.between(
      amqpUrl,
      'campaign.published',
      'dispatcher.events',
      (handOn) => {
        if (order) handOn();
        else order = handOn;
      },
    );
    try {
      const mailing = await stage.mailTo(byMail(3));
      const late = await until('the order', 30, () => Promise.resolve(order));
      await cancelledUnheard(stage, mailing);
      late();
      // What is ordered behind it is sent: it has had its chance.
      await (await stage.mailTo(byMail(1))).ends();
      await judge(mailing, nobody);
    } finally {
      await middleman.leave();
    }
  },
};
