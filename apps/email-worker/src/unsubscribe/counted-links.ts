import { Inject, Injectable } from '@nestjs/common';
import { type Counters, type SystemValues, type TemplatePart, compileTemplate } from '@carillon/content';
import type { PublishedContent } from '@carillon/contracts';
import { parseSecret } from '@carillon/platform';
import { LinkTokens, parseKeyRing } from '@carillon/vault';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';

/** The links and the tracking pixel that count a campaign's opens and clicks. */
export interface CampaignLinks {
  counters: Counters;
  /** The values of one delivery. Absent: all emails have the same links. */
  valuesFor?: (deliveryId: string) => SystemValues;
}

const PICTURE = 'carillon.picture';

/** Creates the links to the gateway's counters at `/c/` and `/o/`. The gateway's links.controller.ts reads them. */
@Injectable()
export class CountedLinks {
  private readonly tokens: LinkTokens;

  constructor(@Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig) {
    this.tokens = new LinkTokens(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
  }

  /** Null if opens and clicks aren't counted. */
  of({ campaignId, tracking }: PublishedContent): CampaignLinks | null {
    if (!tracking || tracking.mode === 'OFF') return null;
    const { PUBLIC_URL } = this.config;
    const clickUrl = (token: string): string => `${PUBLIC_URL}/c/${token}`;
    const openUrl = (token: string): string => `${PUBLIC_URL}/o/${token}.gif`;
    const numbers = new Map(tracking.links.map((url, number) => [url, number]));
    const maker = this.tokens.maker(campaignId, tracking.links.length);
    const countersBy = (partOf: (link: number | null) => TemplatePart): Counters => ({
      inPlaceOf: (url) => {
        const number = numbers.get(url);
        return number === undefined ? null : partOf(number);
      },
      picture: partOf(null),
    });
    if (tracking.mode === 'AGGREGATE') {
      const urlOf = (link: number | null): string =>
        link === null ? openUrl(maker.shared(null)) : clickUrl(maker.shared(link));
      return { counters: countersBy(urlOf) };
    }
    const names = tracking.links.map((_, number) => `carillon.link.${number}`);
    return {
      counters: countersBy((link) => slotFor(link === null ? PICTURE : (names[link] ?? ''))),
      valuesFor: (deliveryId) => {
        const tokenOf = maker.of(deliveryId) ?? ((link: number | null) => maker.shared(link));
        const values: Record<string, string> = { [PICTURE]: openUrl(tokenOf(null)) };
        for (const [number, name] of names.entries()) values[name] = clickUrl(tokenOf(number));
        return values;
      },
    };
  }
}

function slotFor(name: string): TemplatePart {
  return compileTemplate(`{{${name}}}`, 'html').parts[0] ?? '';
}
