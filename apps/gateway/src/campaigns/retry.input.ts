import { type Payload, channels } from '@carillon/contracts';
import { channel, readChannel } from '../checks/channel';
import { Whole } from '../checks/held';
import { listOf } from '../checks/list';
import { Optional } from '../checks/rule';
import { oneOf } from '../checks/scalars';
import { text } from '../checks/text';

type Selection = Payload<'campaign.retry'>['selection'];
type RetriedState = Selection['states'][number];

const retriedStates = ['FAILED', 'UNCONFIRMED'] as const satisfies readonly RetriedState[];
const MAX_REASONS = 50;
const MAX_REASON = 64;

@Whole({ description: 'Whom to send to once more', examples: [{ channels: ['email'] }] })
export class RetryCampaign {
  @Optional(listOf(channel, { max: channels.length }), { description: 'All, if nothing is said' })
  readonly channels?: string[];

  @Optional(listOf(text({ max: MAX_REASON }), { max: MAX_REASONS }), {
    description: 'Whose failure had one of these reasons; if nothing is said, those that were temporary',
    examples: [['MAILBOX_FULL']],
  })
  readonly reasons?: string[];

  @Optional(listOf(oneOf(retriedStates), { max: retriedStates.length }), {
    description: 'FAILED, if nothing is said',
  })
  readonly states?: RetriedState[];
}

/** Whom to send to once more, each thing named once. */
export function toSelection({ channels: named, reasons, states = ['FAILED'] }: RetryCampaign): Selection {
  return {
    states: [...new Set(states)],
    channels: named ? channels.filter((each) => named.some((name) => readChannel(name) === each)) : null,
    reasons: reasons ? [...new Set(reasons)] : null,
  };
}
