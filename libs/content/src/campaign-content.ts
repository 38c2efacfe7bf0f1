import {
  type Campaign,
  type CampaignContent,
  type Channel,
  type SentContent,
  channelRow,
  channels,
  engineOf,
  textsIn,
} from '@carillon/contracts';
import type { TemplateMode } from './template';
import { compileText, neededKeys } from './text';

/** A text with placeholders, and the channel whose message it belongs to. */
export interface ContentText {
  channel: Channel;
  /** The field of the API that has the text. */
  field: string;
  text: string;
  mode: TemplateMode;
}

/** The content in its sent form: the name of the campaign is the subject if the content has no subject. */
export function sentContent({ name, content }: Pick<Campaign, 'name' | 'content'>): SentContent {
  const { liquid, subject } = content;
  if (!liquid) return { ...content, subject: subject ?? name } as SentContent;
  return { ...content, subject: '', liquid: { ...liquid, subject: liquid.subject ?? name } };
}

/** The channels that have a message. */
export function channelsOf(content: CampaignContent): Channel[] {
  const { bodies, whatsappTemplate } = textsIn(content);
  return channels.filter(
    (channel) => bodies[channel] !== null || (channel === 'WHATSAPP' && whatsappTemplate !== null),
  );
}

/** All texts of a content that a recipient sees, by channel; an empty list if it has no message. */
export function textsOf(content: SentContent): ContentText[] {
  const { subject, preheader, bodies, whatsappTemplate } = textsIn(content);
  const bodyOf = (channel: Channel, mode: TemplateMode = 'text') =>
    textIn(bodies[channel], channel, mode, `${channelRow(channel).name}Message`);
  const email = bodyOf('EMAIL', 'html').flatMap((body) => [
    ...textIn(subject, 'EMAIL', 'subject', 'subject'),
    ...textIn(preheader, 'EMAIL', 'text', 'preheader'),
    body,
  ]);
  const template = Object.entries(whatsappTemplate?.variables ?? {}).flatMap(([name, text]) =>
    textIn(text, 'WHATSAPP', 'text', `whatsappTemplate.variables.${name}`),
  );
  const others = channels.flatMap((channel) => (channel === 'EMAIL' ? [] : bodyOf(channel)));
  return [...email, ...others, ...template];
}

function textIn(text: string | null, channel: Channel, mode: TemplateMode, field: string): ContentText[] {
  return text === null ? [] : [{ channel, field, text, mode }];
}

/** The keys that the texts outside of HTML read, each once; `keysOf` returns the keys of an analyzed email. */
export function plainKeysOf(content: SentContent): string[] {
  const engine = engineOf(content);
  const plain = textsOf(content).filter(({ mode }) => mode !== 'html');
  return [...new Set(plain.flatMap(({ text, mode }) => compileText(text, mode, engine).keys))];
}

/** The keys that need a value because no fallback replaces them, each once for a channel. */
export function requiredKeysOf(content: SentContent): { channel: Channel; key: string }[] {
  const engine = engineOf(content);
  const texts = textsOf(content);
  return channels.flatMap((channel) => {
    const ofChannel = texts.filter((each) => each.channel === channel);
    const keys = ofChannel.flatMap(({ text, mode }) => neededKeys(text, mode, engine));
    return [...new Set(keys)].map((key) => ({ channel, key }));
  });
}
