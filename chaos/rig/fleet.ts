import type { ServiceCopy } from './service-copy';

/** All service processes of a rig, by name and number. */
export class Fleet {
  constructor(readonly copies: readonly ServiceCopy[]) {}

  of(service: string): ServiceCopy[] {
    return this.copies.filter((copy) => copy.service === service);
  }

  copy(service: string, number = 0): ServiceCopy {
    const found = this.of(service)[number];
    if (!found) throw new Error(`There is no ${service} number ${number}`);
    return found;
  }

  /** Everything runs and is ready, as before a fault. */
  async ready(): Promise<void> {
    await Promise.all(this.copies.map((copy) => copy.ready()));
  }

  async stop(): Promise<void> {
    // A process that a scenario left frozen cannot hear a polite word.
    await Promise.all(this.copies.map((copy) => copy.down('SIGKILL')));
  }
}
