import {
  type Campaign,
  type CampaignContent,
  type Channel,
  type SentContent,
  channels,
} from '@carillon/contracts';
import { type TemplateMode, compileTemplate, keysWithoutFallback } from './template';

/** A text with placeholders, and the channel whose message it belongs to. */
export interface ContentText {
  channel: Channel;
  text: string;
  mode: TemplateMode;
}

/** The content in its sent form: the name of the campaign is the subject if the content has no subject. */
export function sentContent({ name, content }: Pick<Campaign, 'name' | 'content'>): SentContent {
  return { ...content, subject: content.subject ?? name };
}

/** The channels that have a message. */
export function channelsOf({ bodies, whatsappTemplate }: CampaignContent): Channel[] {
  return channels.filter(
    (channel) => bodies[channel] !== null || (channel === 'WHATSAPP' && whatsappTemplate !== null),
  );
}

/** All texts of a content that a recipient sees, by channel; an empty list if it has no message. */
export function textsOf({ subject, preheader, bodies, whatsappTemplate }: SentContent): ContentText[] {
  const bodyOf = (channel: Channel, mode: TemplateMode = 'text') => textIn(bodies[channel], channel, mode);
  const email = bodyOf('EMAIL', 'html').flatMap((body) => [
    ...textIn(subject, 'EMAIL', 'subject'),
    ...textIn(preheader, 'EMAIL', 'text'),
    body,
  ]);
  const template = Object.values(whatsappTemplate?.variables ?? {}).flatMap((text) =>
    textIn(text, 'WHATSAPP', 'text'),
  );
  const others = channels.flatMap((channel) => (channel === 'EMAIL' ? [] : bodyOf(channel)));
  return [...email, ...others, ...template];
}

function textIn(text: string | null, channel: Channel, mode: TemplateMode): ContentText[] {
  return text === null ? [] : [{ channel, text, mode }];
}

/** The keys of the placeholders outside of HTML, each once; `keysOf` returns the keys of a compiled email. */
export function plainKeysOf(content: SentContent): string[] {
  const plain = textsOf(content).filter(({ mode }) => mode !== 'html');
  return [...new Set(plain.flatMap(({ text, mode }) => compileTemplate(text, mode).keys))];
}

/** The keys that need a value because no fallback replaces them, each once for a channel. */
export function requiredKeysOf(content: SentContent): { channel: Channel; key: string }[] {
  const texts = textsOf(content);
  return channels.flatMap((channel) => {
    const ofChannel = texts.filter((each) => each.channel === channel);
    const keys = ofChannel.flatMap(({ text, mode }) => keysWithoutFallback(text, mode));
    return [...new Set(keys)].map((key) => ({ channel, key }));
  });
}
