import {
  type Campaign,
  type CampaignContent,
  type Channel,
  type Payload,
  type SendingProfile,
  type SentContent,
  channelRow,
  channelSkipReason,
  channels,
  eachChannel,
  eachLanguage,
  engineOf,
  routesOf,
  textsIn,
} from '@carillon/contracts';
import type { TemplateMode } from './template';
import { compileText, neededKeys } from './text';

/** A text with placeholders, its field in the API, and the channel whose message it belongs to. */
export interface ContentText {
  channel: Channel;
  field: string;
  text: string;
  mode: TemplateMode;
}

/**
 * The content in its sent form: the name of the campaign is the subject if the content has no subject. The translations are
 * without the sources of their emails.
 */
export function sentContent({ name, content }: Pick<Campaign, 'name' | 'content'>): SentContent {
  const { translations, liquid, subject, ...others } = content;
  return {
    ...others,
    ...(liquid
      ? { subject: '', liquid: { ...liquid, subject: liquid.subject ?? name } }
      : { subject: subject ?? name }),
    ...(translations && { translations: withoutSources(translations) }),
  };
}

type Translations = NonNullable<CampaignContent['translations']>;

function withoutSources(translations: Translations): Translations {
  return Object.fromEntries(
    Object.entries(translations).map(([tag, { emailSource: _, ...texts }]) => [tag, texts]),
  );
}

/** The channels that have a message. */
export function channelsOf(content: CampaignContent): Channel[] {
  const { bodies, whatsappTemplate } = textsIn(content);
  return channels.filter(
    (channel) => bodies[channel] !== null || (channel === 'WHATSAPP' && whatsappTemplate !== null),
  );
}

/** The maximum number of placeholders of a channel to look up in the data of an audience. A message usually has a few. */
const MOST_NEEDED = 100;

/** All texts of a content without its translations, by channel; an empty list if it has no message. */
export function textsOf(content: SentContent): ContentText[] {
  const { subject, preheader, bodies, whatsappTemplate } = textsIn(content);
  const bodyOf = (channel: Channel, mode: TemplateMode = 'text') =>
    textIn(bodies[channel], { channel, mode, field: `${channelRow(channel).name}Message` });
  const email = bodyOf('EMAIL', 'html').flatMap((body) => [
    ...textIn(subject, { channel: 'EMAIL', mode: 'subject', field: 'subject' }),
    ...textIn(preheader, { channel: 'EMAIL', mode: 'text', field: 'preheader' }),
    body,
  ]);
  const template = Object.entries(whatsappTemplate?.variables ?? {}).flatMap(([name, text]) =>
    textIn(text, { channel: 'WHATSAPP', mode: 'text', field: `whatsappTemplate.variables.${name}` }),
  );
  const others = channels.flatMap((channel) => (channel === 'EMAIL' ? [] : bodyOf(channel)));
  return [...email, ...others, ...template];
}

function textIn(text: string | null, about: Omit<ContentText, 'text'>): ContentText[] {
  return text === null ? [] : [{ ...about, text }];
}

/**
 * The keys that the texts outside of HTML read in any language, each once; `keysOf` returns the keys of an analyzed
 * email.
 */
export function plainKeysOf(content: SentContent): string[] {
  const engine = engineOf(content);
  const plain = eachLanguage(content)
    .flatMap(([, each]) => textsOf(each))
    .filter(({ mode }) => mode !== 'html');
  return [...new Set(plain.flatMap(({ text, mode }) => compileText(text, mode, engine).keys))];
}

/** The keys that need a value in any language because no fallback replaces them, each once for a channel. */
export function requiredKeysOf(content: SentContent): { channel: Channel; key: string }[] {
  const engine = engineOf(content);
  const texts = eachLanguage(content).flatMap(([, each]) => textsOf(each));
  return channels.flatMap((channel) => {
    const ofChannel = texts.filter((each) => each.channel === channel);
    const keys = ofChannel.flatMap(({ text, mode }) => neededKeys(text, mode, engine));
    return [...new Set(keys)].map((key) => ({ channel, key }));
  });
}

/** The keys that the recipients of a campaign need values for, up to a limit for each channel. */
export function neededKeysOf(
  campaign: Pick<Campaign, 'name' | 'content'>,
): { channel: Channel; key: string }[] {
  const required = requiredKeysOf(sentContent(campaign));
  return channels.flatMap((channel) =>
    required.filter((each) => each.channel === channel).slice(0, MOST_NEEDED),
  );
}

/** Why nobody gets the messages of a campaign on each channel; null: they are sent. */
export function skippedChannels(
  { content, senders }: Pick<Campaign, 'content' | 'senders'>,
  profile: SendingProfile,
): Record<Channel, 'NO_MESSAGE' | 'NO_INTEGRATION' | null> {
  const withMessage = channelsOf(content);
  const routes = routesOf(profile, senders ?? {});
  return eachChannel((channel) => channelSkipReason(channel, withMessage, routes));
}

/** The channels that can send a campaign: only these count for an order of channels. */
export function usableChannels(campaign: Campaign, profile: SendingProfile): Channel[] {
  const skipped = skippedChannels(campaign, profile);
  return channels.filter((channel) => skipped[channel] === null);
}

/** The query for the values of a campaign's recipients. */
export function fieldsQueryOf(campaign: Campaign, usable: Channel[]): Payload<'audience.fields'> {
  const { userId, groups: groupIds, audience, content } = campaign;
  const targets = { groupIds, ...(audience && { audience, usable }) };
  // An MMS has no segments.
  const sms = content.media?.SMS ? null : textsIn(content).bodies.SMS;
  const smsTranslations = Object.fromEntries(
    Object.entries(content.translations ?? {}).flatMap(([tag, { bodies }]) =>
      bodies.SMS === null ? [] : [[tag, bodies.SMS]],
    ),
  );
  const hasOthers = sms !== null && Object.keys(smsTranslations).length > 0;
  const message = { needed: neededKeysOf(campaign), sms, ...(hasOthers && { smsTranslations }) };
  return { userId, ...targets, ...message, ...(content.liquid && { engine: 'liquid' as const }) };
}

/** What a rehearsal needs to know of a campaign. */
export type RehearsedCampaign = Pick<
  Campaign,
  'userId' | 'name' | 'groups' | 'audience' | 'content' | 'senders'
>;

/** The query for what a campaign would do with each recipient. */
export function rehearsalQueryOf(
  campaign: RehearsedCampaign,
  profile: SendingProfile,
): Payload<'audience.rehearse'> {
  const { userId, groups: groupIds, audience, content } = campaign;
  return {
    ...{ userId, groupIds, ...(audience && { audience }) },
    skipped: skippedChannels(campaign, profile),
    needed: neededKeysOf(campaign),
    texts: completeTexts(campaign),
    ...(content.liquid && { engine: 'liquid' as const }),
  };
}

/** WhatsApp uses the template for some or all recipients, if the campaign has one. */
function completeTexts({ content }: RehearsedCampaign): Payload<'audience.rehearse'>['texts'] {
  const { bodies, whatsappTemplate } = textsIn(content);
  const complete: Channel[] = whatsappTemplate ? ['SMS'] : ['SMS', 'WHATSAPP'];
  return complete.flatMap((channel) => {
    const text = bodies[channel];
    return text === null ? [] : [{ channel, text }];
  });
}
