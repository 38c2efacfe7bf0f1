import type { Schemas } from '@carillon/sdk';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAuditTexts } from '../audit-texts';
import { isByCarillon } from '../by-carillon';

type Entry = Schemas['AuditEntry'];

/** The name of the member or the key that acted, or Carillon. */
export function AuditActor({ actor, action }: Pick<Entry, 'actor' | 'action'>) {
  const { identity } = useAuditTexts();
  const nameless = isByCarillon({ actor, action })
    ? identity.itself
    : action === 'sign_in.failed'
      ? identity.nobodySignedIn
      : identity.actors[actor.role];
  const name = actor.member?.name ?? (actor.keyName === null ? null : identity.byKey(actor.keyName));
  return (
    <Text size="sm" c="dimmed" title={actor.member?.email ?? actor.keyPrefix ?? undefined}>
      {name ?? nameless}
    </Text>
  );
}

/** The target, with a link if it has a page. */
export function AuditTarget({ target: { type, _id, name } }: { target: Entry['target'] }) {
  const { identity } = useAuditTexts();
  const label = name ?? identity.show;
  if (type === 'campaign' || type === 'group')
    return (
      <>
        {': '}
        <Anchor
          underline="always"
          component={Link}
          to={type === 'campaign' ? `/campaigns/${_id}` : `/people/${_id}`}
        >
          {label}
        </Anchor>
      </>
    );
  return name === null ? null : <Text component="span">: {name}</Text>;
}
