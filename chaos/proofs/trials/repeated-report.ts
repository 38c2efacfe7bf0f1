import { everybody } from '../../checker/expectation';
import { bySms } from '../../driver/people';
import type { Stage } from '../../driver/stage';
import type { ProviderAct } from '../../recorder/provider-recorder';
import { type HandOn, Middleman } from '../../rig/middleman';
import type { Trial } from '../trial';

/** Asks for patience first; then takes the message of a worker that dies of it, while its first report comes again. */
function trap({ fleet }: Stage, reports: HandOn[]): () => ProviderAct {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked === 1) return 'slow-down';
    if (asked === 2) {
      for (const again of reports.splice(0)) again();
      fleet.copy('sms-worker').signal('SIGKILL');
    }
    return 'take';
  };
}

/** A report that asks for another attempt is delivered again while that attempt is made, of which nobody will report. */
export const repeatedReport: Trial = {
  name: 'a report that asks for another attempt comes twice',
  async play(stage, judge) {
    const { ground, provider } = stage.rig.parts;
    const { amqpUrl } = ground.broker.running;
    const reports: HandOn[] = [];
    const middleman = await Middleman.between(
      amqpUrl,
      'batch.settled',
      'dispatcher.settlements',
      (handOn) => {
        handOn();
        reports.push(handOn);
      },
    );
    provider.conduct = trap(stage, reports);
    try {
      await judge(await stage.mailTo(bySms(1)), everybody);
    } finally {
      await middleman.leave();
    }
  },
};
