import type { Static, TSchema } from '@sinclair/typebox';
import { accountMessages } from './account';
import { approvalMessages } from './approval';
import { attributeMessages } from './attribute';
import { audienceMessages } from './audience';
import { auditMessages } from './audit';
import { behaviorMessages } from './behavior';
import { brandMessages } from './brand';
import { callbackMessages } from './callback';
import { campaignMessages } from './campaign';
import { commentMessages } from './comment';
import { consentSettingsMessages } from './consent-settings';
import { contentCheckMessages } from './content-check';
import { contentTemplateMessages } from './content-template';
import { conversionMessages } from './conversion';
import type { BroadcastDefinition, CommandDefinition, EventDefinition, MessageDefinition } from './define';
import { dispatchMessages } from './dispatch';
import { domainMessages } from './domain';
import { engagementMessages } from './engagement';
import { explainMessages } from './explain';
import { leaseMessages } from './lease';
import { importMessages } from './import';
import { importMappingMessages } from './import-mapping';
import { senderMessages } from './sender';
import { standingMessages } from './standing';
import { limitMessages } from './limits';
import { mediaMessages } from './media';
import { memberMessages } from './member';
import { notificationMessages } from './notification';
import { personMessages } from './person';
import { personalDataMessages } from './personal-data';
import { preferencesMessages } from './preferences';
import { priceMessages } from './price';
import { providerAccountMessages } from './provider-account';
import { sendingHealthMessages } from './sending-health';
import { quotaMessages } from './quota';
import { rehearsalMessages } from './rehearsal';
import { savedFilterMessages } from './saved-filter';
import { segmentMessages } from './segment';
import type { QueueName } from './services';
import { signUpMessages } from './sign-up';
import { statisticsMessages } from './statistics';
import { suppressionMessages } from './suppression';
import { templateMessages } from './template';
import { testSendMessages } from './test-send';
import { topicMessages } from './topic';
import { webhookMessages } from './webhook';

/** Every message between services. Nothing else can cross a service boundary. */
export const messages = {
  ...accountMessages,
  ...approvalMessages,
  ...auditMessages,
  ...senderMessages,
  ...standingMessages,
  ...domainMessages,
  ...contentTemplateMessages,
  ...audienceMessages,
  ...importMessages,
  ...importMappingMessages,
  ...suppressionMessages,
  ...consentSettingsMessages,
  ...campaignMessages,
  ...commentMessages,
  ...contentCheckMessages,
  ...dispatchMessages,
  ...statisticsMessages,
  ...priceMessages,
  ...providerAccountMessages,
  ...sendingHealthMessages,
  ...behaviorMessages,
  ...explainMessages,
  ...leaseMessages,
  ...callbackMessages,
  ...engagementMessages,
  ...conversionMessages,
  ...testSendMessages,
  ...limitMessages,
  ...personMessages,
  ...signUpMessages,
  ...attributeMessages,
  ...segmentMessages,
  ...rehearsalMessages,
  ...personalDataMessages,
  ...mediaMessages,
  ...templateMessages,
  ...savedFilterMessages,
  ...brandMessages,
  ...memberMessages,
  ...notificationMessages,
  ...quotaMessages,
  ...topicMessages,
  ...preferencesMessages,
  ...webhookMessages,
};

type Messages = typeof messages;
type NamesOf<D> = { [N in keyof Messages]: Messages[N] extends D ? N : never }[keyof Messages];

export type MessageName = keyof Messages;
export type CommandName = NamesOf<CommandDefinition>;
export type EventName = NamesOf<EventDefinition>;
export type BroadcastName = NamesOf<BroadcastDefinition>;

export type Payload<N extends MessageName> = Static<Messages[N]['payload']>;
export type Reply<N extends CommandName> = Messages[N] extends {
  reply: infer R extends TSchema;
}
  ? Static<R>
  : never;

const definitions: Readonly<Record<string, MessageDefinition>> = messages;

/** The definition of an untrusted name; undefined if it doesn't exist. */
export function definitionOf(name: string): MessageDefinition | undefined {
  return Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

/** The events that a queue receives. */
export function eventsOf(queue: QueueName): string[] {
  return Object.keys(definitions).filter((name) => {
    const definition = definitions[name];
    return definition?.kind === 'event' && definition.queues.includes(queue);
  });
}
