import { everybody } from '../../checker/expectation';
import { bySms } from '../../driver/people';
import type { Fixture } from '../../driver/fixture';
import type { ProviderAct } from '../../recorder/provider-recorder';
import { type Forward, Proxy } from '../../rig/proxy';
import type { Experiment } from '../experiment';

/** Throttles first; then takes the message of a worker that dies of it, while its first report comes again. */
function trap({ fleet }: Fixture, reports: Forward[]): () => ProviderAct {
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
export const repeatedReport: Experiment = {
  name: 'a report that asks for another attempt comes twice',
  async play(fixture, judge) {
    const { testServices, provider } = fixture.rig.parts;
    const { amqpUrl } = testServices.broker.running;
    const reports: Forward[] = [];
    const proxy = await Proxy.between(
      amqpUrl,
      'batch.settled',
      'dispatcher.settlements',
      (forward) => {
        forward();
        reports.push(forward);
      },
    );
    provider.conduct = trap(fixture, reports);
    try {
      await judge(await fixture.mailTo(bySms(1)), everybody);
    } finally {
      await proxy.leave();
    }
  },
};
