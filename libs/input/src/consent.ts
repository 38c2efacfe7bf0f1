import { isIP } from 'node:net';
import type { FieldError, ConsentDetails } from '@carillon/contracts';
import { isLongerThan, isRecord, issue, unfitCharacters, within } from './rules';
import { readTime } from './time';

export const consentLimits = { source: 100, wording: 1_000 } as const;
export const consentFields = ['source', 'wording', 'ip', 'at'] as const;

/** The issues of a consent: an object of texts. Each text may be absent, but not all of them. */
export function consentIssues(value: unknown): FieldError[] {
  if (!isRecord(value)) return issue('wrong_type', 'Must be an object');
  const fields = Object.entries(value);
  if (fields.length === 0) return issue('empty', `Send at least one of ${consentFields.join(', ')}`);
  return fields.flatMap(([name, value]) => within(name, fieldIssues(name, value)));
}

function fieldIssues(name: string, value: unknown): FieldError[] {
  const isKnown = (consentFields as readonly string[]).includes(name);
  if (!isKnown) return issue('unknown_field', 'Unknown field');
  if (typeof value !== 'string') return issue('wrong_type', 'Must be a string');
  switch (name) {
    case 'ip':
      return isIP(value) === 0 ? issue('not_allowed', 'Must be an IP address') : [];
    case 'at':
      return readTime(value) === undefined ? issue('invalid_time', 'Must be an RFC 3339 time') : [];
    default:
      return textIssues(value, consentLimits[name as 'source' | 'wording'], name === 'wording');
  }
}

function textIssues(text: string, max: number, lines: boolean): FieldError[] {
  const unfit = unfitCharacters(text, lines);
  if (unfit.length > 0) return unfit;
  if (text.trim() === '') return issue('empty', 'Must not be empty or blank');
  return isLongerThan(text, max) ? issue('too_long', `Must have at most ${max} characters`) : [];
}

/** A consent without issues, with its time in UTC. */
export function readConsent({ at, ...rest }: ConsentDetails): ConsentDetails {
  const time = at === undefined ? undefined : readTime(at);
  return { ...rest, ...(time !== undefined && { at: time }) };
}
