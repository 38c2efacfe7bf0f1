import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Badge,
  Button,
  Chip,
  Code,
  CopyButton,
  Group,
  Modal,
  Paper,
  PasswordInput,
  Progress,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useIntegrations } from '../data';
import { useSession } from '../session';
import { timeZone, useFormat, useTexts } from '../texts';
import { Confirm, useAct } from '../ui/act';
import { ErrorNote, Loading, PageHead, Listing } from '../ui/page';
import { ChannelIcon, channels, useReason } from '../ui/states';

type Channel = Schemas['Channel'];
type Integration = Schemas['Integration'];

export function SettingsPage() {
  const texts = useTexts();
  return (
    <>
      <PageHead title={texts.settings.title} />
      <Tabs defaultValue="senders" keepMounted={false}>
        <Tabs.List mb="lg" aria-label={texts.settings.title}>
          <Tabs.Tab value="senders">{texts.settings.senders}</Tabs.Tab>
          <Tabs.Tab value="keys">{texts.settings.keys}</Tabs.Tab>
          <Tabs.Tab value="plan">{texts.settings.plan}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="senders">
          <Senders />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <Keys />
        </Tabs.Panel>
        <Tabs.Panel value="plan">
          <Plan />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Senders() {
  const texts = useTexts();
  const integrations = useIntegrations();
  const [edited, setEdited] = useState<Channel | null>(null);
  if (integrations.error)
    return <ErrorNote error={integrations.error} retry={() => void integrations.refetch()} />;
  if (!integrations.data) return <Loading lines={3} />;
  const of = (channel: Channel) => integrations.data.find((each) => each.channel === channel);
  return (
    <Stack>
      <Text c="dimmed">{texts.settings.sendersHint}</Text>
      {channels.map((channel) => (
        <Sender key={channel} channel={channel} integration={of(channel)} onEdit={() => setEdited(channel)} />
      ))}
      {edited && <SenderForm channel={edited} integration={of(edited)} onClose={() => setEdited(null)} />}
    </Stack>
  );
}

const statusColors = { UNTESTED: 'gray', OK: 'teal', FAILING: 'red' } as const;

interface SenderProps {
  channel: Channel;
  integration: Integration | undefined;
  onEdit: () => void;
}

function Sender({ channel, integration, onEdit }: SenderProps) {
  const texts = useTexts();
  const { client } = useSession();
  const [isDeleting, deleting] = useDisclosure(false);
  const [isTesting, testing] = useDisclosure(false);
  const remove = useAct({
    act: (id: string) => client.delete('/integrations/{id}', { path: { id } }),
    changes: ['integrations'],
    silent: true,
  });
  return (
    <Paper className="pane" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" align="flex-start" wrap="nowrap" miw={0}>
          <Text c="bell" lh={0} pt={4}>
            <ChannelIcon channel={channel} size={20} />
          </Text>
          <div>
            <Group gap="xs">
              <Text fw={600}>{texts.channels[channel]}</Text>
              {integration && (
                <Badge variant="light" tt="none" radius="sm" color={statusColors[integration.status]}>
                  {texts.settings.status[integration.status]}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {integration
                ? [integration.name, ...shownSettings(integration)].join(' · ')
                : channel === 'EMAIL'
                  ? texts.settings.emailDefault
                  : texts.settings.noSender}
            </Text>
          </div>
        </Group>
        <Group gap="xs">
          {integration ? (
            <>
              <Button variant="default" size="xs" onClick={testing.open}>
                {texts.settings.test}
              </Button>
              <Button variant="default" size="xs" onClick={onEdit}>
                {texts.edit}
              </Button>
              <Button variant="default" size="xs" onClick={deleting.open}>
                {texts.delete}
              </Button>
            </>
          ) : (
            <Button variant="default" size="xs" onClick={onEdit} leftSection={<IconPlus size={14} />}>
              {texts.settings.add}
            </Button>
          )}
        </Group>
      </Group>
      {isTesting && integration && <TestSender integration={integration} onClose={testing.close} />}
      {isDeleting && integration && (
        <Confirm
          title={texts.settings.deleteTitle}
          verb={texts.delete}
          act={() => remove.mutateAsync(integration._id)}
          onClose={deleting.close}
        >
          {texts.settings.deleteText}
        </Confirm>
      )}
    </Paper>
  );
}

function shownSettings({ settings }: Integration): string[] {
  if ('host' in settings) return [`${settings.host}:${settings.port}`, settings.fromAddress];
  return [settings.from ?? settings.messagingServiceSid ?? '', settings.accountSid];
}

/** Tries the login, and sends one message if an address is given. */
function TestSender({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const texts = useTexts();
  const reason = useReason();
  const { client } = useSession();
  const [identifier, setIdentifier] = useState('');
  const test = useAct({
    act: () =>
      client.post('/integrations/{id}/test', {
        path: { id: integration._id },
        body: identifier.trim() === '' ? {} : { identifier: identifier.trim() },
      }),
    changes: ['integrations'],
    silent: true,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    test.mutate(undefined);
  };
  const check = test.data;
  const words = [check?.reason && reason(check.reason), check?.detail, check?.providerCode].filter(Boolean);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${texts.settings.test}: ${integration.name}`}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.settings.testAddress}
            value={identifier}
            onChange={(event) => setIdentifier(event.currentTarget.value)}
            data-autofocus
          />
          {test.error && <ErrorNote error={test.error} />}
          {check && (
            <Alert
              role="status"
              color={check.ok ? 'teal' : 'red'}
              title={check.ok ? texts.settings.testOk : texts.settings.testFailed}
            >
              {words.join(' · ')}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" loading={test.isPending}>
              {texts.settings.test}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const emailFields = [
  ...(['host', 'port', 'security', 'username', 'password'] as const),
  ...(['fromAddress', 'fromName', 'replyTo', 'postalAddress'] as const),
];
const twilioFields = ['accountSid', 'authToken', 'from', 'messagingServiceSid'] as const;
const secrets = new Set<string>(['password', 'authToken']);
const required = new Set<string>(['host', 'port', 'security', 'fromAddress', 'accountSid', 'authToken']);

interface SenderFormProps {
  channel: Channel;
  integration: Integration | undefined;
  onClose: () => void;
}

function SenderForm({ channel, integration, onClose }: SenderFormProps) {
  const texts = useTexts();
  const { client } = useSession();
  const [name, setName] = useState(integration?.name ?? texts.channels[channel]);
  const [values, setValues] = useState<Record<string, string>>(() => {
    const stored = Object.entries(integration?.settings ?? { port: 587, security: 'starttls' });
    return Object.fromEntries(stored.map(([key, value]) => [key, String(value)]));
  });
  const fields = channel === 'EMAIL' ? emailFields : twilioFields;
  const save = useAct({
    act: () => {
      const settings = settingsOf(fields, values, integration);
      // The API checks each field; what a form holds is text.
      if (integration) {
        const body = { name, settings } as Schemas['UpdateIntegration'];
        return client.patch('/integrations/{id}', { path: { id: integration._id }, body });
      }
      return client.post('/integrations', {
        body: { channel, name, settings } as Schemas['CreateIntegration'],
      });
    },
    changes: ['integrations'],
    silent: true,
    done: onClose,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const set = (field: string, value: string): void => setValues({ ...values, [field]: value });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={`${texts.channels[channel]}: ${integration ? texts.edit : texts.settings.add}`}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={texts.settings.fields.name}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              required
              data-autofocus
            />
            {fields.map((field) => {
              const isKept = secrets.has(field) && integration !== undefined;
              const common = {
                label: texts.settings.fields[field],
                value: values[field] ?? '',
                required: required.has(field) && !isKept,
              };
              if (field === 'security')
                return (
                  <Select
                    key={field}
                    {...common}
                    data={['none', 'starttls', 'tls']}
                    allowDeselect={false}
                    onChange={(value) => set(field, value ?? 'starttls')}
                  />
                );
              if (secrets.has(field))
                return (
                  <PasswordInput
                    key={field}
                    {...common}
                    autoComplete="off"
                    description={isKept ? texts.settings.secretKept : undefined}
                    onChange={(event) => set(field, event.currentTarget.value)}
                  />
                );
              return (
                <TextInput
                  key={field}
                  {...common}
                  inputMode={field === 'port' ? 'numeric' : undefined}
                  onChange={(event) => set(field, event.currentTarget.value)}
                />
              );
            })}
          </SimpleGrid>
          {channel !== 'EMAIL' && (
            <Text size="sm" c="dimmed">
              {texts.settings.fromHint}
            </Text>
          )}
          {save.error && <ErrorNote error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What was given; what was taken away is null, and a secret that was not typed stays as it is. */
function settingsOf(
  fields: readonly string[],
  values: Readonly<Record<string, string>>,
  integration: Integration | undefined,
): Record<string, string | number | null> {
  const stored = integration?.settings ?? {};
  const entries = fields.flatMap((field): [string, string | number | null][] => {
    const value = (values[field] ?? '').trim();
    if (value !== '') return [[field, field === 'port' ? Number(value) : value]];
    return field in stored ? [[field, null]] : [];
  });
  return Object.fromEntries(entries);
}

function Keys() {
  const texts = useTexts();
  const { day } = useFormat();
  const { client } = useSession();
  const [isCreating, creating] = useDisclosure(false);
  const [revoked, setRevoked] = useState<Schemas['ApiKey'] | null>(null);
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => client.get('/api-keys', { signal }),
  });
  const remove = useAct({
    act: (id: string) => client.delete('/api-keys/{id}', { path: { id } }),
    changes: ['keys'],
    silent: true,
  });
  if (keys.error) return <ErrorNote error={keys.error} retry={() => void keys.refetch()} />;
  if (!keys.data) return <Loading lines={3} />;
  return (
    <Stack>
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          {texts.settings.keyNew}
        </Button>
      </Group>
      <Paper className="pane" p={0}>
        <Listing
          minWidth={720}
          heads={[
            texts.settings.keyName,
            texts.settings.keyPrefix,
            texts.settings.keyScopes,
            texts.settings.keyUsed,
            texts.settings.keyEnds,
            texts.settings.revoke,
          ]}
        >
          {keys.data.map((each) => (
            <Table.Tr key={each._id}>
              <Table.Td fw={550}>{each.name}</Table.Td>
              <Table.Td>
                <Code>{each.prefix}…</Code>
              </Table.Td>
              <Table.Td>{each.scopes.map((scope) => texts.settings.scopes[scope]).join(', ')}</Table.Td>
              <Table.Td>{each.lastUsedAt === null ? texts.settings.keyNever : day(each.lastUsedAt)}</Table.Td>
              <Table.Td>{each.expiresAt === null ? texts.settings.keyNever : day(each.expiresAt)}</Table.Td>
              <Table.Td>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${texts.settings.revoke}: ${each.name}`}
                  onClick={() => setRevoked(each)}
                >
                  {texts.settings.revoke}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Listing>
      </Paper>
      <Text size="sm" c="dimmed">
        {texts.zone(timeZone)}
      </Text>
      {isCreating && <NewKey onClose={creating.close} />}
      {revoked && (
        <Confirm
          title={texts.settings.keyDelete}
          verb={texts.settings.revoke}
          act={() => remove.mutateAsync(revoked._id)}
          onClose={() => setRevoked(null)}
        >
          {texts.settings.keyDeleteText(revoked.name)}
        </Confirm>
      )}
    </Stack>
  );
}

const scopes = ['read', 'write', 'send', 'admin', 'consent'] as const;

function NewKey({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { client } = useSession();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>(['read']);
  const create = useAct({
    act: () =>
      client.post('/api-keys', {
        body: { name: name.trim(), scopes: scopes.filter((scope) => chosen.includes(scope)) },
      }),
    changes: ['keys'],
    silent: true,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate(undefined);
  };
  const key = create.data?.key;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.settings.keyNew}
      closeOnClickOutside={key === undefined}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {key === undefined ? (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={texts.settings.keyName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              required
              maxLength={100}
              data-autofocus
            />
            <div>
              <Text size="sm" fw={550} mb={6}>
                {texts.settings.keyScopes}
              </Text>
              <Chip.Group multiple value={chosen} onChange={setChosen}>
                <Group gap="xs">
                  {scopes.map((scope) => (
                    <Chip key={scope} value={scope} size="sm">
                      {texts.settings.scopes[scope]}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
            </div>
            {create.error && <ErrorNote error={create.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {texts.cancel}
              </Button>
              <Button type="submit" loading={create.isPending} disabled={chosen.length === 0}>
                {texts.settings.keyCreate}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack>
          <Alert color="yellow">{texts.settings.keyOnce}</Alert>
          <Code block>{key}</Code>
          <Group justify="flex-end">
            <CopyButton value={key}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  onClick={copy}
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                >
                  {copied ? texts.copied : texts.copy}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>{texts.close}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Plan() {
  const texts = useTexts();
  const { number } = useFormat();
  const { client, account } = useSession();
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.get('/account/usage', { signal }),
  });
  if (usage.error) return <ErrorNote error={usage.error} retry={() => void usage.refetch()} />;
  if (!usage.data) return <Loading lines={4} />;
  const quotas = Object.keys(usage.data) as (keyof Schemas['Usage'])[];
  return (
    <Paper className="pane">
      <Stack>
        <Group gap="xs">
          <Text fw={600}>{account.name}</Text>
          <Badge variant="light" tt="none" radius="sm">
            {texts.settings.plans[account.plan]}
          </Badge>
          {account.email !== null && <Text c="dimmed">{account.email}</Text>}
        </Group>
        {quotas.map((quota) => {
          const { used, limit } = usage.data[quota];
          return (
            <div key={quota}>
              <Group justify="space-between" className="numbers" mb={4}>
                <Text size="sm">{texts.settings.quotas[quota]}</Text>
                <Text size="sm" c="dimmed">
                  {limit === null
                    ? texts.settings.unlimited(number(used))
                    : texts.settings.used(number(used), number(limit))}
                </Text>
              </Group>
              {limit !== null && (
                <Progress
                  value={(100 * used) / limit}
                  size="sm"
                  color={used > 0.9 * limit ? 'red' : 'bell'}
                  aria-label={texts.settings.quotas[quota]}
                />
              )}
            </div>
          );
        })}
      </Stack>
    </Paper>
  );
}
