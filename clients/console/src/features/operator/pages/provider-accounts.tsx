import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Modal, NumberInput, Stack, Table, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { DialogButtons } from '../../../ui/confirm';
import { Empty, ErrorNote, ListingPane, Loading, PageHead } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useProviderNames } from '../../settings';
import { useProviderAccounts, useUpdateProviderAccount } from '../api/provider-accounts';
import { useOperatorTexts } from '../texts';

type Account = Schemas['ProviderAccount'];

/** The accounts at providers that senders of all users share. */
export function ProviderAccountsPage() {
  const { providerAccounts: texts } = useOperatorTexts();
  const [limited, setLimited] = useState<Account | null>(null);
  const accounts = useProviderAccounts();
  const rows = accounts.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead title={texts.title} />
      {accounts.isLoadingError ? (
        <ErrorNote error={accounts.error} retry={() => void accounts.refetch()} />
      ) : accounts.isPending ? (
        <Loading lines={4} />
      ) : rows.length === 0 ? (
        <Empty icon={<IconPlugConnected size={44} stroke={1.4} />} title={texts.emptyTitle}>
          {texts.emptyText}
        </Empty>
      ) : (
        <Stack>
          <Text c="dimmed">{texts.lead}</Text>
          <ListingPane
            minWidth={760}
            heads={[texts.account, texts.senders, texts.users, texts.rate, texts.actions]}
          >
            {rows.map((account) => (
              <AccountRow key={account._id} account={account} onLimit={() => setLimited(account)} />
            ))}
          </ListingPane>
          <NextPage list={accounts} />
        </Stack>
      )}
      {limited && <LimitForm account={limited} onClose={() => setLimited(null)} />}
    </>
  );
}

function AccountRow({ account, onLimit }: { account: Account; onLimit: () => void }) {
  const { channels } = useTexts();
  const { providerAccounts: texts } = useOperatorTexts();
  const { number, time } = useFormat();
  const providers = useProviderNames();
  const update = useUpdateProviderAccount();
  const { _id: id, name, provider, isPaused, pausedAt, ratePerSecond, senders, users } = account;
  return (
    <Table.Tr className="numbers">
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {name === '' ? providers[provider] : name}
        </Text>
        <Text size="xs" c="dimmed">
          {[providers[provider], ...account.channels.map((channel) => channels[channel])].join(' · ')}
        </Text>
        {pausedAt !== null && (
          <Badge color="orange" variant="light" mt={4} h="auto" styles={{ label: { whiteSpace: 'normal' } }}>
            {texts.pausedSince(time(pausedAt))}
          </Badge>
        )}
      </Table.Td>
      <Table.Td>{number(senders)}</Table.Td>
      <Table.Td>{number(users)}</Table.Td>
      <Table.Td>{ratePerSecond === null ? texts.unlimited : texts.perSecond(number(ratePerSecond))}</Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={update.isPending}
            aria-label={(isPaused ? texts.resumeOf : texts.pauseOf)(name)}
            onClick={() => update.mutate({ id, isPaused: !isPaused })}
          >
            {isPaused ? texts.resume : texts.pause}
          </Button>
          <Button size="compact-sm" variant="default" aria-label={texts.limitOf(name)} onClick={onLimit}>
            {texts.limit}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function LimitForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const texts = useTexts();
  const { providerAccounts: accountTexts } = useOperatorTexts();
  const [rate, setRate] = useState<number | string>(account.ratePerSecond ?? '');
  const update = useUpdateProviderAccount({ silent: true, done: onClose });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    update.mutate({ id: account._id, ratePerSecond: typeof rate === 'number' ? rate : null });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={accountTexts.limitOf(account.name)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <NumberInput
            label={accountTexts.rate}
            description={accountTexts.rateHint}
            value={rate}
            onChange={setRate}
            min={0}
            max={10_000}
            data-autofocus
          />
          {update.error && <ErrorNote error={update.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={update.isPending}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
