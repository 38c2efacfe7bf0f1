import type { RunningBroker } from '@carillon/local-services';
import { ManagementApi, type OwnServer } from '@carillon/testing/servers';

export interface QueueState {
  name: string;
  messages: number;
  consumers: number;
}

/** What the broker says of its queues, by its management interface. Up to a second old. */
export class Queues {
  private readonly api: ManagementApi;

  constructor(broker: OwnServer<RunningBroker>) {
    this.api = new ManagementApi(broker.running.managementUrl ?? '');
  }

  all(): Promise<QueueState[]> {
    return this.api.get('queues', '/');
  }

  async delete(name: string): Promise<void> {
    await this.api.delete('queues', '/', name);
  }
}
