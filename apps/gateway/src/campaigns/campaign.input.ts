import { type Payload, newId } from '@carillon/contracts';
import type { User } from '../access/caller';
import { listOf } from '../checks/list';
import { Checked, Optional, OptionalOrNull, Required, type Rule, finding } from '../checks/rule';
import { flag, id } from '../checks/scalars';
import { text } from '../checks/text';
import { time } from '../checks/time';
import { latenessOfSchedule, ofStarted, toStart } from './schedule.input';

const MAX_NAME = 255;
const MAX_EMAIL = 500_000;
const MAX_SHORT_MESSAGE = 4_096;
const MAX_GROUPS = 100;
const MAX_DELETED = 1000;

const messages = ['emailMessage', 'whatsappMessage', 'smsMessage'] as const;

const message = (max: number): Rule => text({ max, lines: true });

/** Each message may be absent or null, but not all of them: then the first one is named as what is needed. */
const emailUnlessOther: Rule = (value, owner) => {
  if (messages.every((each) => isAbsent(Reflect.get(owner, each)))) {
    return finding('required', `At least one of ${messages.join(', ')} is needed`);
  }
  return isAbsent(value) ? [] : message(MAX_EMAIL)(value, owner);
};

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

export class CreateCampaign {
  @Required(text({ max: MAX_NAME }))
  readonly name!: string;

  @Checked(emailUnlessOther)
  readonly emailMessage?: string | null;

  @OptionalOrNull(message(MAX_SHORT_MESSAGE))
  readonly whatsappMessage?: string | null;

  @OptionalOrNull(message(MAX_SHORT_MESSAGE))
  readonly smsMessage?: string | null;

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
    emailBody: input.emailMessage ?? null,
    whatsappBody: input.whatsappMessage ?? null,
    smsBody: input.smsMessage ?? null,
    removeCredits: input.shouldRemoveWatermark ?? false,
    groups: [...new Set(input.groups)],
    start: input.isStarted === true ? toStart(input) : null,
  };
}
