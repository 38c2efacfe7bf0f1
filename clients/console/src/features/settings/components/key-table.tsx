import type { Schemas } from '@carillon/sdk';
import { Button, Code, Paper, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useKeyTexts } from '../key-texts';
import { Confirm } from '../../../ui/confirm';
import { Listing } from '../../../ui/page';

interface ShownKey<Scope> extends Pick<
  Schemas['ApiKey'],
  '_id' | 'name' | 'prefix' | 'lastUsedAt' | 'expiresAt'
> {
  scopes: readonly Scope[];
  isConfigured?: boolean;
}

interface KeyTableProps<Scope extends string> {
  keys: readonly ShownKey<Scope>[];
  labels: Readonly<Record<Scope, string>>;
  revoke: (id: string) => Promise<unknown>;
}

/** Keys, each with a button to revoke it. */
export function KeyTable<Scope extends string>({ keys, labels, revoke }: KeyTableProps<Scope>) {
  const texts = useTexts();
  const { operator, settings } = useKeyTexts();
  const { day } = useFormat();
  const [revoked, setRevoked] = useState<ShownKey<Scope> | null>(null);

  const heads = [
    settings.keyName,
    settings.keyPrefix,
    settings.keyScopes,
    settings.keyUsed,
    settings.keyEnds,
  ];
  return (
    <Paper className="pane" p={0}>
      <Listing minWidth={720} heads={[...heads, texts.actions]}>
        {keys.map((each) => (
          <Table.Tr key={each._id}>
            <Table.Td>
              <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
                {each.name}
              </Text>
              {each.isConfigured && (
                <Text size="xs" c="dimmed">
                  {operator.configured}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <Code>{each.prefix}…</Code>
            </Table.Td>
            <Table.Td>{each.scopes.map((scope) => labels[scope]).join(', ')}</Table.Td>
            <Table.Td>{each.lastUsedAt === null ? settings.keyNever : day(each.lastUsedAt)}</Table.Td>
            <Table.Td>{each.expiresAt === null ? settings.keyNever : day(each.expiresAt)}</Table.Td>
            <Table.Td>
              {!each.isConfigured && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${settings.revoke}: ${each.name}`}
                  onClick={() => setRevoked(each)}
                >
                  {settings.revoke}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Listing>
      {revoked && (
        <Confirm
          title={settings.keyDelete}
          verb={settings.revoke}
          action={() => revoke(revoked._id)}
          onClose={() => setRevoked(null)}
        >
          {settings.keyDeleteText(revoked.name)}
        </Confirm>
      )}
    </Paper>
  );
}
