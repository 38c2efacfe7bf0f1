import type { RunningBroker } from '@carillon/local-services';
import type { OwnGround } from './ground';

export interface QueueState {
  name: string;
  messages: number;
  consumers: number;
}

/** What the broker says of its queues, by its management interface. Up to a second old. */
export class Queues {
  constructor(private readonly broker: OwnGround<RunningBroker>) {}

  async all(): Promise<QueueState[]> {
    const answer = await this.request('GET', 'queues/%2F');
    return (await answer.json()) as QueueState[];
  }

  async delete(name: string): Promise<void> {
    await this.request('DELETE', `queues/%2F/${encodeURIComponent(name)}`);
  }

  private async request(method: string, path: string): Promise<Response> {
    const { origin, username, password } = new URL(this.broker.running.managementUrl ?? '');
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const answer = await fetch(`${origin}/api/${path}`, { method, headers: { authorization } });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}
