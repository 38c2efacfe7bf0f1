import type { Fixture } from '../../driver/fixture';
import { LossyLink } from '../lossy-link';

/** Plays with a service whose way to the broker is a link, and gives it its usual way back. */
export async function throughLink(
  { rig, fleet }: Fixture,
  service: string,
  play: (link: LossyLink) => Promise<void>,
): Promise<void> {
  const link = await LossyLink.to(rig.parts.testServices.broker.running.amqpUrl);
  const copies = fleet.of(service);
  const restart = async (environment: Record<string, string>): Promise<void> => {
    await Promise.all(copies.map((copy) => copy.down('SIGTERM')));
    await Promise.all(copies.map((copy) => copy.start(environment)));
  };
  try {
    await restart({ AMQP_URL: link.url });
    await play(link);
  } finally {
    await restart({});
    await link.close();
  }
}
