import { Injectable } from '@nestjs/common';
import type { PublishedContent } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';
import { type OpenedIntegration, Provider } from '../provider';

/** Content may be half a megabyte, and compiled some times that. */
const REMEMBERED = 32;

/** What campaigns say, asked for once and compiled once for each version of the sender. */
@Injectable()
export class CompiledMessages {
  private readonly contents = new LRUCache<string, PublishedContent>({
    max: REMEMBERED,
    fetchMethod: (campaignId) => this.messenger.request('dispatch.content', { campaignId }),
    // What was driven out meanwhile is good enough for whoever waits for it.
    ignoreFetchAbort: true,
  });
  private readonly compiled = new LRUCache<string, { message: unknown }>({ max: REMEMBERED });

  constructor(
    private readonly messenger: Messenger,
    private readonly provider: Provider,
  ) {}

  /** @throws UnusableIntegration; AppError if the dispatcher cannot be asked */
  async get(campaignId: string, integration: OpenedIntegration): Promise<unknown> {
    const key = [campaignId, integration.id, integration.version].join('/');
    const known = this.compiled.get(key);
    if (known) return known.message;
    const content = await this.contents.forceFetch(campaignId);
    const message = this.provider.compile(content, integration);
    this.compiled.set(key, { message });
    return message;
  }
}
