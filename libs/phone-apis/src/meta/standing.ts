import type { NumberQuality, SenderStanding, StandingChange } from '@carillon/contracts';
import { type Fields, fieldsIn, textIn } from '@carillon/http-client';
import { listIn } from '../lists';

const MS_PER_S = 1_000;
const DIGITS = /^[1-9]\d{6,14}$/;

const qualities: Readonly<Record<string, NumberQuality>> = { GREEN: 'HIGH', YELLOW: 'MEDIUM', RED: 'LOW' };

/** What the resource of a phone number says. */
export function standingOf(number: unknown): StandingChange {
  const { display_phone_number: shown, quality_rating: rating } = fieldsIn(number);
  return { number: displayedNumber(shown), quality: qualities[textIn(rating)] ?? null };
}

/** A phone number as Meta displays it, in E.164. Null: it has none. */
export function displayedNumber(shown: unknown): string | null {
  const digits = textIn(shown).replace(/[^\d]/g, '');
  return DIGITS.test(digits) ? `+${digits}` : null;
}

/**
 * A limit: its name, or its number. Null: it isn't set yet.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/messaging-limits
 */
export function messagingLimit(value: unknown): SenderStanding['messagingLimit'] {
  if (typeof value === 'number') return value === -1 ? 'UNLIMITED' : countIn(value);
  const [, count, thousands] = /^TIER_(\d{1,6})(K?)$/.exec(textIn(value)) ?? [];
  if (count !== undefined) return countIn(Number(count) * (thousands === 'K' ? 1_000 : 1));
  return textIn(value) === 'TIER_UNLIMITED' ? 'UNLIMITED' : null;
}

function countIn(value: number): number | null {
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/**
 * The change in the webhook `phone_number_quality_update`, which also names the limit of the account.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/phone_number_quality_update
 * FLAGGED and UNFLAGGED are events of earlier versions, in which the quality of a number itself was reported.
 */
export function qualityChange(value: Fields): StandingChange {
  const { event, current_limit: limit, max_daily_conversations_per_business: newLimit } = value;
  const known = messagingLimit(newLimit ?? (event === 'THROUGHPUT_UPGRADE' ? null : limit));
  return {
    ...(event === 'FLAGGED' && { quality: 'LOW' as const }),
    ...(event === 'UNFLAGGED' && { quality: 'MEDIUM' as const }),
    ...(known !== null && { messagingLimit: known }),
  };
}

/**
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/business_capability_update
 */
export function capabilityChange(value: Fields): StandingChange {
  const limit = messagingLimit(value.max_daily_conversations_per_business);
  return limit === null ? {} : { messagingLimit: limit };
}

/**
 * The end of a restriction has no event of its own, so a restriction has the time that Meta names.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/account_update
 */
export function accountChange({
  event,
  ban_info: ban,
  restriction_info: restrictions,
}: Fields): StandingChange {
  const free = { restriction: null, restrictedUntil: null };
  switch (event) {
    case 'DISABLED_UPDATE': {
      const state = textIn(fieldsIn(ban).waba_ban_state);
      if (state === 'REINSTATE') return free;
      return state === 'DISABLE' ? { restriction: 'DISABLED', restrictedUntil: null } : {};
    }
    case 'ACCOUNT_DELETED':
      return { restriction: 'DISABLED', restrictedUntil: null };
    case 'ACCOUNT_RESTRICTION': {
      const sending = listIn(restrictions)
        .map(fieldsIn)
        .find(({ restriction_type: type }) => textIn(type).includes('MESSAGING'));
      if (!sending) return {};
      return {
        restriction: 'RESTRICTED',
        restrictedUntil: timeIn(sending.expiration)?.toISOString() ?? null,
      };
    }
    default:
      return {};
  }
}

/** A time in seconds, as a number or a text. Null: it is none. */
export function timeIn(value: unknown): Date | null {
  const seconds = Number(value);
  return seconds > 0 && seconds < 1e11 ? new Date(seconds * MS_PER_S) : null;
}
