import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Code, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnySession } from '../../session';
import { useFormat, useTexts } from '../../texts';
import { Confirm, useAct } from '../../ui/act';
import { NewKey } from '../../ui/new-key';
import { ErrorNote, Listing, Loading, PageHead } from '../../ui/page';
import { PageFoot } from '../../ui/paged';

/** The keys by which operators come in. */
export function OperatorKeysPage() {
  const texts = useTexts();
  const { client } = useAnySession();
  const [isCreating, creating] = useDisclosure(false);
  const keys = useInfiniteQuery({
    queryKey: ['operatorKeys'],
    queryFn: ({ pageParam, signal }) =>
      client.page('/operator/api-keys', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return (
    <>
      <PageHead title={texts.operator.ownKeys}>
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          {texts.settings.keyNew}
        </Button>
      </PageHead>
      {keys.error ? (
        <ErrorNote error={keys.error} retry={() => void keys.refetch()} />
      ) : keys.isPending ? (
        <Loading lines={3} />
      ) : (
        <Stack>
          <Text c="dimmed">{texts.operator.ownKeysLead}</Text>
          <KeyTable
            keys={keys.data.pages.flatMap(({ items }) => items)}
            words={texts.operator.scopes}
            revoke={(id) => client.delete('/operator/api-keys/{id}', { path: { id } })}
            changes={['operatorKeys']}
          />
          <PageFoot list={keys} />
        </Stack>
      )}
      {isCreating && (
        <NewKey
          scopes={texts.operator.scopes}
          chosen={['read']}
          make={({ name, scopes }) => client.post('/operator/api-keys', { body: { name, scopes } })}
          changes={['operatorKeys']}
          onClose={creating.close}
        />
      )}
    </>
  );
}

interface ShownKey<Scope> extends Pick<
  Schemas['ApiKey'],
  '_id' | 'name' | 'prefix' | 'lastUsedAt' | 'expiresAt'
> {
  scopes: readonly Scope[];
  isConfigured?: boolean;
}

interface KeyTableProps<Scope extends string> {
  keys: readonly ShownKey<Scope>[];
  words: Readonly<Record<Scope, string>>;
  revoke: (id: string) => Promise<unknown>;
  /** What has changed by it, as keys of queries. */
  changes: readonly string[];
}

/** Keys, each with a way to revoke it. */
export function KeyTable<Scope extends string>({ keys, words, revoke, changes }: KeyTableProps<Scope>) {
  const texts = useTexts();
  const { day } = useFormat();
  const [revoked, setRevoked] = useState<ShownKey<Scope> | null>(null);
  const remove = useAct({ act: revoke, changes, silent: true });
  const { settings } = texts;
  const heads = [settings.keyName, settings.keyPrefix, settings.keyScopes, settings.keyUsed];
  return (
    <Paper className="pane" p={0}>
      <Listing minWidth={720} heads={[...heads, settings.keyEnds, settings.revoke]}>
        {keys.map((each) => (
          <Table.Tr key={each._id}>
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                <Text size="sm" fw={550}>
                  {each.name}
                </Text>
                {each.isConfigured && (
                  <Badge variant="light" tt="none" radius="sm" color="gray">
                    {texts.operator.configured}
                  </Badge>
                )}
              </Group>
            </Table.Td>
            <Table.Td>
              <Code>{each.prefix}…</Code>
            </Table.Td>
            <Table.Td>{each.scopes.map((scope) => words[scope]).join(', ')}</Table.Td>
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
          act={() => remove.mutateAsync(revoked._id)}
          onClose={() => setRevoked(null)}
        >
          {settings.keyDeleteText(revoked.name)}
        </Confirm>
      )}
    </Paper>
  );
}
