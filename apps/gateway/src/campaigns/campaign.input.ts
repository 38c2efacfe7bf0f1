import { type Payload, newId } from '@carillon/contracts';
import type { User } from '../access/caller';
import { listOf } from '../checks/list';
import { Optional, OptionalOrNull, Required } from '../checks/rule';
import { flag, id } from '../checks/scalars';
import { text } from '../checks/text';
import { time } from '../checks/time';
import { MessagesInput } from './messages.input';
import { latenessOfSchedule, ofStarted, toStart } from './schedule.input';

const MAX_NAME = 255;
const MAX_GROUPS = 100;
const MAX_DELETED = 1000;

export class CreateCampaign extends MessagesInput {
  @Required(text({ max: MAX_NAME }))
  readonly name!: string;

  @Optional(flag)
  readonly shouldRemoveWatermark?: boolean;

  @Required(listOf(id, { max: MAX_GROUPS }))
  readonly groups!: string[];

  @Optional(flag)
  readonly isStarted?: boolean;

  @OptionalOrNull(ofStarted(time))
  readonly scheduledAt?: string | null;

  @Optional(ofStarted(latenessOfSchedule))
  readonly maxLateness?: number;
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
    id: newId(),
    userId: user.userId,
    name: input.name,
    bodies: input.bodies(),
    whatsappTemplate: input.template(),
    removeCredits: input.shouldRemoveWatermark ?? false,
    groups: [...new Set(input.groups)],
    start: input.isStarted === true ? toStart(input) : null,
  };
}
