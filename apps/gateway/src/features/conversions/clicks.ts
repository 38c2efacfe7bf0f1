import { parseSecret } from '@carillon/platform';
import { type Click, ClickTokens, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';

/** The query parameter with which a click arrives at the shop. */
const CLICK_PARAMETER = 'carillon_click';

/** Writes the token of a click into the URL of its target, and reads it again. */
@Injectable()
export class Clicks {
  private readonly tokens: ClickTokens;

  constructor(@Inject(gatewayConfig.token) config: GatewayConfig) {
    this.tokens = new ClickTokens(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
  }

  mark(url: string, click: Click): string {
    return withClick(url, this.tokens.make(click));
  }

  /** Null: this installation did not create the token. */
  read(token: string): Click | null {
    return this.tokens.read(token);
  }
}

/** Replaces an existing token, and changes nothing else of the URL. */
export function withClick(url: string, token: string): string {
  const [, base = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const others = (query ?? '').split('&').filter((pair) => !pair.startsWith(`${CLICK_PARAMETER}=`));
  const pairs = [...others.filter((pair, n) => pair !== '' || n > 0), `${CLICK_PARAMETER}=${token}`];
  return `${base}?${pairs.join('&')}${fragment}`;
}
