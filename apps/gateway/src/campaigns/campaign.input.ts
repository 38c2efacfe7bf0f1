import type { Payload } from '@carillon/contracts';
import type { User } from '../access/caller';
import { Whole } from '../checks/held';
import { listOf } from '../checks/list';
import { Optional, OptionalOrNull, Required } from '../checks/rule';
import { flag, id } from '../checks/scalars';
import { text } from '../checks/text';
import { time } from '../checks/time';
import { mintId } from '../idempotency/minting';
import { MessageChanges, MessagesInput, someMessage } from './messages.input';
import {
  latenessNotes,
  latenessOfSchedule,
  latenessOfScheduled,
  ofStarted,
  scheduleNotes,
  scheduleOfStarted,
  toStart,
} from './schedule.input';

const MAX_NAME = 255;
const MAX_GROUPS = 100;
const MAX_DELETED = 1000;

const name = text({ max: MAX_NAME });
const groups = listOf(id, { max: MAX_GROUPS });

const nameNotes = { description: 'The subject of the email, too', examples: ['Spring concert'] };
const groupsNotes = { description: 'Ids of the groups to reach' };
const watermarkNotes = { description: 'Leaves the credits out of emails; takes effect on the plan UPGRADED' };

const example = {
  name: 'Spring concert',
  emailMessage: '<p>Hello {{name|friend}}!</p>',
  smsMessage: 'Hello {{name|friend}}!',
  groups: ['6560f0a1b2c3d4e5f6a7b8c7'],
};

@Whole({ allOf: [{ anyOf: someMessage }, scheduleOfStarted, latenessOfScheduled], examples: [example] })
export class CreateCampaign extends MessagesInput {
  @Required(name, nameNotes)
  readonly name!: string;

  @Optional(flag, watermarkNotes)
  readonly shouldRemoveWatermark?: boolean;

  @Required(groups, groupsNotes)
  readonly groups!: string[];

  @Optional(flag, { description: 'Publishes it at once' })
  readonly isStarted?: boolean;

  @OptionalOrNull(ofStarted(time), scheduleNotes)
  readonly scheduledAt?: string | null;

  @Optional(ofStarted(latenessOfSchedule), latenessNotes)
  readonly maxLateness?: number;
}

@Whole({ minProperties: 1, examples: [{ name: 'Summer concert', smsMessage: null }] })
export class UpdateCampaign extends MessageChanges {
  @Optional(name, nameNotes)
  readonly name?: string;

  @Optional(flag, watermarkNotes)
  readonly shouldRemoveWatermark?: boolean;

  @Optional(groups, groupsNotes)
  readonly groups?: string[];
}

@Whole({ allOf: [latenessOfScheduled], examples: [{ campaignId: '6560f0a1b2c3d4e5f6a7b8c9' }] })
export class PublishCampaign {
  @Required(id)
  readonly campaignId!: string;

  @OptionalOrNull(time, scheduleNotes)
  readonly scheduledAt?: string | null;

  @Optional(latenessOfSchedule, latenessNotes)
  readonly maxLateness?: number;
}

export class DeleteCampaigns {
  @Required(listOf(id, { max: MAX_DELETED }))
  readonly campaignIds!: string[];
}

/** The command to create what was asked for, under an id of its own. */
export function toCreate(user: User, input: CreateCampaign): Payload<'campaign.create'> {
  return {
    id: mintId(),
    userId: user.userId,
    name: input.name,
    bodies: input.bodies(),
    whatsappTemplate: input.template(),
    removeCredits: input.shouldRemoveWatermark ?? false,
    groups: [...new Set(input.groups)],
    start: input.isStarted === true ? toStart(input) : null,
  };
}

/** The command to change of a draft what was given. */
export function toUpdate({ userId }: User, id: string, input: UpdateCampaign): Payload<'campaign.update'> {
  const { name, shouldRemoveWatermark, groups } = input;
  return {
    userId,
    id,
    ...input.changes(),
    ...(name !== undefined && { name }),
    ...(shouldRemoveWatermark !== undefined && { removeCredits: shouldRemoveWatermark }),
    ...(groups && { groups: [...new Set(groups)] }),
  };
}
