import type { Static, TSchema } from '@sinclair/typebox';
import { accountMessages } from './account';
import { audienceMessages } from './audience';
import { auditMessages } from './audit';
import { callbackMessages } from './callback';
import { campaignMessages } from './campaign';
import type { BroadcastDefinition, CommandDefinition, EventDefinition } from './define';
import { dispatchMessages } from './dispatch';
import { handMessages } from './hand';
import { importMessages } from './import';
import { integrationMessages } from './integration';
import { limitMessages } from './limits';
import { suppressionMessages } from './suppression';
import { trialMessages } from './trial';

/** Every message between services. Nothing else may cross a service boundary. */
export const messages = {
  ...accountMessages,
  ...auditMessages,
  ...integrationMessages,
  ...audienceMessages,
  ...importMessages,
  ...suppressionMessages,
  ...campaignMessages,
  ...dispatchMessages,
  ...handMessages,
  ...callbackMessages,
  ...trialMessages,
  ...limitMessages,
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
