import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Metrics } from '@carillon/platform';
import type { ProviderResult } from './provider';

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** How many sends ended how, and how long they took. */
@Injectable()
export class SendMetrics {
  private readonly results;
  private readonly durations;

  constructor(metrics: Metrics) {
    this.results = metrics.counter('carillon_sends_total', 'Answers of providers', [
      'channel',
      'kind',
      'reason',
    ] as const);
    this.durations = metrics.histogram('carillon_send_seconds', 'Time to the provider’s answer', SECONDS, [
      'channel',
    ] as const);
  }

  /** Counts a result when it is there and hands it on. */
  started(channel: Channel): (result: ProviderResult) => ProviderResult {
    const from = performance.now();
    return (result) => {
      const reason = result.kind === 'sent' ? '' : result.reason;
      this.results.inc({ channel, kind: result.kind, reason });
      this.durations.observe({ channel }, (performance.now() - from) / 1_000);
      return result;
    };
  }
}
