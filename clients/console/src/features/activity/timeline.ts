import type { Schemas } from '@carillon/sdk';

type Entry = Schemas['AuditEntry'];
type Comment = Schemas['Comment'];

/** The parts of a campaign that show what happened to it. */
export type CampaignFacts = Pick<
  Schemas['CampaignDetail'],
  'createdAt' | 'status' | 'statusReason' | 'scheduledAt' | 'publishedAt' | 'finishedAt' | 'approval'
>;

/** What Carillon did on its own. The audit trail has its pauses and cancellations, but not those of earlier releases. */
type OwnEvent = 'created' | 'started' | 'finished' | 'cancelled' | 'paused';

/** What happened to a campaign at a time. Null: the time is unknown, and it is the latest. */
export type Happening = { key: string; at: string | null } & (
  | { kind: 'comment'; comment: Comment }
  | { kind: 'action'; action: Entry['action']; who: string | null; isKey: boolean; time: string | null }
  | { kind: 'own'; event: OwnEvent; reason: string | null }
);

/** A part of a list, newest first. */
interface Part<T> {
  items: readonly T[];
  hasMore: boolean;
}

interface Lists {
  comments: Part<Comment>;
  /** Null: the audit trail can't be read. */
  actions: Part<Entry> | null;
}

/** A comment is shown itself. Nobody sees the activity of a deleted campaign. */
const omitted: readonly Entry['action'][] = ['campaign.commented', 'campaign.deleted'];

/** What happened to a campaign, oldest first, as far back as all lists are read. */
export function timelineOf(campaign: CampaignFacts, { comments, actions }: Lists): Happening[] {
  const acts = actions
    ? actions.items.filter(({ action }) => !omitted.includes(action)).map(ofEntry)
    : ofApproval(campaign);
  const recorded = new Set(acts.map((act) => (act.kind === 'own' ? `${act.event} ${act.reason}` : null)));
  const happenings: Happening[] = [
    ...ownEventsOf(campaign).filter(({ event, reason }) => !recorded.has(`${event} ${reason}`)),
    ...acts,
    ...comments.items.map((comment) => {
      const { _id: key, createdAt: at } = comment;
      return { key, at, kind: 'comment' as const, comment };
    }),
  ];
  const ends = [
    comments.hasMore ? comments.items.at(-1)?.createdAt : undefined,
    actions?.hasMore ? actions.items.at(-1)?.at : undefined,
  ];
  const since = Math.max(...ends.map((end) => (end === undefined ? 0 : Date.parse(end))));
  return happenings.filter(({ at }) => timeOf(at) >= since).sort((a, b) => timeOf(a.at) - timeOf(b.at));
}

const timeOf = (at: string | null): number => (at === null ? Infinity : Date.parse(at));

function ownEventsOf(campaign: CampaignFacts): (Happening & { kind: 'own' })[] {
  const { createdAt, status, statusReason, scheduledAt, publishedAt, finishedAt } = campaign;
  const own = (event: OwnEvent, at: string | null, reason: string | null = null) => {
    return { key: event, at, kind: 'own' as const, event, reason };
  };
  const isPaused = status === 'PAUSED' && statusReason !== null;
  const isCancelled = status === 'CANCELLED' && statusReason !== null;
  return [
    own('created', createdAt),
    // The audit trail has the time at which a member scheduled the campaign.
    ...(scheduledAt !== null && publishedAt !== null ? [own('started', publishedAt)] : []),
    ...(status === 'SENT' && finishedAt !== null ? [own('finished', finishedAt)] : []),
    ...(isPaused ? [own('paused', null, statusReason)] : []),
    ...(isCancelled ? [own('cancelled', finishedAt, statusReason)] : []),
  ];
}

const ownSteps: Partial<Record<Entry['action'], OwnEvent>> = {
  'campaign.paused': 'paused',
  'campaign.cancelled': 'cancelled',
};

function ofEntry({ _id: key, at, action, actor, changes }: Entry): Happening {
  const event = actor.role === 'system' ? ownSteps[action] : undefined;
  const reason = changes.find(({ field }) => field === 'statusReason')?.after;
  if (event) return { key, at, kind: 'own', event, reason: typeof reason === 'string' ? reason : null };
  const time = changes.find(({ field }) => field === 'scheduledAt')?.after;
  return {
    ...{ key, at, kind: 'action', action },
    who: actor.member?.name ?? actor.keyName,
    isKey: !actor.member && actor.keyName !== null,
    time: typeof time === 'string' ? time : null,
  };
}

const decisions = {
  PENDING: null,
  APPROVED: 'campaign.approved',
  REJECTED: 'campaign.rejected',
  WITHDRAWN: 'campaign.approval_withdrawn',
} as const;

/** The latest request for an approval, and the decision. */
function ofApproval({ approval }: CampaignFacts): Happening[] {
  if (!approval) return [];
  const { _id, state, requestedBy, requestedAt, decision } = approval;
  const step = (action: Entry['action'], at: string, by: typeof requestedBy | null): Happening => ({
    ...{ key: `${_id} ${action}`, at, kind: 'action', action },
    ...{ who: by?.name ?? null, isKey: false, time: null },
  });
  const decided = decisions[state];
  return [
    step('campaign.approval_requested', requestedAt, requestedBy),
    ...(decision && decided ? [step(decided, decision.at, decision.by)] : []),
  ];
}
