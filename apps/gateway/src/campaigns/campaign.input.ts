import { type Payload } from '@carillon/contracts';
import type { User } from '../access/caller';
import { listOf } from '../checks/list';
import { Optional, OptionalOrNull, Required } from '../checks/rule';
import { flag, id } from '../checks/scalars';
import { text } from '../checks/text';
import { time } from '../checks/time';
import { mintId } from '../idempotency/minting';
import { MessageChanges, MessagesInput } from './messages.input';
import { latenessOfSchedule, ofStarted, toStart } from './schedule.input';

const MAX_NAME = 255;
const MAX_GROUPS = 100;
const MAX_DELETED = 1000;

const name = text({ max: MAX_NAME });
const groups = listOf(id, { max: MAX_GROUPS });

export class CreateCampaign extends MessagesInput {
  @Required(name)
  readonly name!: string;

  @Optional(flag)
  readonly shouldRemoveWatermark?: boolean;

  @Required(groups)
  readonly groups!: string[];

  @Optional(flag)
  readonly isStarted?: boolean;

  @OptionalOrNull(ofStarted(time))
  readonly scheduledAt?: string | null;

  @Optional(ofStarted(latenessOfSchedule))
  readonly maxLateness?: number;
}

export class UpdateCampaign extends MessageChanges {
  @Optional(name)
  readonly name?: string;

  @Optional(flag)
  readonly shouldRemoveWatermark?: boolean;

  @Optional(groups)
  readonly groups?: string[];
}

export class PublishCampaign {
  @Required(id)
  readonly campaignId!: string;

  @OptionalOrNull(time)
  readonly scheduledAt?: string | null;

  @Optional(latenessOfSchedule)
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
