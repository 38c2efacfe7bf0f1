import type { Schemas } from '@carillon/sdk';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useDeletedGroups, useGroups } from '../../people';
import { type Texts, useFormat, useTexts } from '../../../texts';
import { useAuditTexts } from '../audit-texts';
import { useSettingsTexts } from '../texts';
import { fieldName } from '../../../texts/fields';
import { useReasonTexts } from '../../../texts/reasons';
import { useStatusReasonTexts } from '../../../texts/status-reasons';
import { useDevice } from '../../../ui/device';

type Entry = Schemas['AuditEntry'];
type Value = Entry['changes'][number]['after'];

/** The text of an action. If the catalog has no text, the API's value is shown. */
export function useActionLabel(): (action: Entry['action']) => string {
  const { identity } = useAuditTexts();
  return (action) => identity.actions[action] ?? action;
}

/** The fields that changed, on one line. */
export function Changes({ entry: { changes, target }, isOfOperator = false }: ChangesProps) {
  const texts = useTexts();
  const value = useValue();
  // The name is already shown, and absent values don't matter.
  const relevant = changes.filter(
    ({ before, after }) =>
      (target.name === null || (after ?? before) !== target.name) && !(before === null && after === 0),
  );
  if (relevant.length === 0) return null;
  const shown = (field: string, of: Value): ReactNode =>
    field === 'group' && typeof of === 'string' && !isOfOperator ? <GroupName id={of} /> : value(field, of);
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {relevant.map(({ field, before, after }, index) => (
        <Fragment key={field}>
          {index > 0 && ' · '}
          {fieldName(field, texts)}:{' '}
          {before !== null && (
            <>
              <del>{shown(field, before)}</del>
              {' → '}
            </>
          )}
          {after === null ? texts.none : shown(field, after)}
        </Fragment>
      ))}
    </Text>
  );
}

/** The linked name of a group. A deleted group has neither a name nor a link. */
function GroupName({ id }: { id: string }) {
  const texts = useTexts();
  const groups = useGroups();
  const name = groups.data?.find(({ _id }) => _id === id)?.name;
  const deleted = useDeletedGroups(groups.data !== undefined && name === undefined);
  if (name === undefined) return deleted ? texts.campaign.groupGone(deleted.get(id)) : '…';
  return (
    <Anchor component={Link} to={`/people/${id}`} size="sm" underline="always">
      {name}
    </Anchor>
  );
}

interface ChangesProps {
  entry: Pick<Entry, 'changes' | 'target'>;
  /** Operators have no pages of groups. */
  isOfOperator?: boolean;
}

/** Formats the value of a changed field as its page does. */
function useValue(): (field: string, value: Value) => string {
  const texts = useTexts();
  const { identity, auditPage } = useAuditTexts();
  const labelsOf = useLabels();
  const { time, number } = useFormat();
  const device = useDevice();
  const textOf = (field: string, value: string): string => {
    if (value === '***') return identity.secret;
    if (field === 'userAgent') return device(value);
    if (field === 'person') return auditPage.personReference(referenceOf(value));
    const refusal = refusalIn(value, texts);
    if (refusal !== undefined) return refusal;
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return time(value);
    return labelsOf(field)[value] ?? value;
  };
  return (field, value) => {
    if (value === null) return texts.none;
    if (Array.isArray(value)) return value.map((each) => textOf(field, each)).join(', ');
    if (typeof value === 'boolean') return value ? texts.yes : texts.no;
    if (typeof value === 'string') return textOf(field, value);
    return field === 'settings.port' ? String(value) : number(value);
  };
}

/** The trail contains a keyed hash instead of the address: `erased:<key>.<hash>`, even if the person was not erased. */
function referenceOf(value: string): string {
  return value
    .replace(/^erased:/, '')
    .replace(/^[^.]*\./, '')
    .slice(0, 8);
}

/** The text of a refusal, which the API writes as `identifier: invalid_phone`. */
function refusalIn(value: string, texts: Texts): string | undefined {
  const [, field = '', code = ''] = /^([\w.]+): (\w+)$/.exec(value) ?? [];
  const problem = texts.errors.fields[code];
  return problem === undefined ? undefined : `${fieldName(field, texts)} ${problem}`;
}

/** The labels of a field's values. */
function useLabels(): (field: string) => Readonly<Record<string, string>> {
  const { channels, identity, operator, settings } = useTexts();
  const { engagement, unsubscribePage, webhooks } = useSettingsTexts();
  const { auditPage } = useAuditTexts();
  const { reasons } = useReasonTexts();
  const statusReasons = useStatusReasonTexts();
  return (field) => {
    switch (field) {
      case 'role':
        return identity.roles;
      case 'channel':
      case 'channels':
        return channels;
      case 'plan':
        return settings.plans;
      case 'scopes':
        return { ...operator.scopes, ...settings.scopes };
      case 'oneClick':
        return unsubscribePage.scopes;
      case 'tracking':
        return engagement.modes;
      case 'eventTypes':
        return webhooks.types;
      case 'statusReason':
        return statusReasons;
      case 'reasons':
        return reasons;
      case 'way':
        return auditPage.ways;
      default:
        return auditPage.values;
    }
  };
}
