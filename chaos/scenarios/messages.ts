import { everybodyForSure } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import { type Manners, Proxy, shuffled, twice } from '../rig/proxy';
import type { Scenario } from '../run/scenario';
import { during } from './during';

/** Less than a lease, so that a late report is not an absent one (milliseconds). */
const LATE_MS = 800;

/** Plays a campaign with somebody between an event and its queue. */
function between(name: string, event: string, queue: string, manners: () => Manners, short?: true): Scenario {
  let proxy: Proxy | undefined;
  const scenario = during({
    name,
    ...(short === undefined ? {} : { short }),
    before: async ({ rig }: Fixture) => {
      const { amqpUrl } = rig.parts.testServices.broker.running;
      proxy = await Proxy.between(amqpUrl, event, queue, manners());
    },
    after: async () => proxy?.leave(),
    expected: everybodyForSure,
  });
  return scenario;
}

export const messages: readonly Scenario[] = [
  between('every order comes twice', 'campaign.published', 'dispatcher.events', () => twice(LATE_MS)),
  between(
    'every report of a worker comes twice',
    'batch.settled',
    'dispatcher.settlements',
    () => twice(LATE_MS),
    true,
  ),
  between(
    'reports of workers overtake each other',
    'batch.settled',
    'dispatcher.settlements',
    () => shuffled(LATE_MS),
    true,
  ),
  between('every offer comes twice', 'email.batch-released', 'deliveries.email', () => twice(LATE_MS)),
  between('every completion comes twice', 'campaign.completed', 'campaign.events', () => twice(LATE_MS)),
];
