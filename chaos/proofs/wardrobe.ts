import type { Environment } from '@carillon/local-services';
import type { Fleet } from '../rig/fleet';

/** What each service is configured by besides the usual, by its name. */
export type Outfit = Readonly<Record<string, Environment>>;

/** Has services run with one outfit after the other, and leaves those alone that wear the right one. */
export class Wardrobe {
  private readonly worn = new Map<string, string>();

  constructor(private readonly fleet: Fleet) {}

  async dress(outfit: Outfit): Promise<void> {
    const services = new Set(this.fleet.copies.map(({ service }) => service));
    await Promise.all([...services].map((service) => this.change(service, outfit[service] ?? {})));
  }

  private async change(service: string, environment: Environment): Promise<void> {
    const wanted = JSON.stringify(environment);
    if (wanted === (this.worn.get(service) ?? '{}')) return;
    this.worn.set(service, wanted);
    await Promise.all(
      this.fleet.of(service).map(async (copy) => {
        copy.dress(environment);
        await copy.down('SIGTERM');
        await copy.start();
      }),
    );
  }
}
