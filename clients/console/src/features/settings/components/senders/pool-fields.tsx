import type { Schemas } from '@carillon/sdk';
import { ActionIcon, Button, Group, MultiSelect, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useLanguage } from '../../../../texts';
import { phoneCountries, useCountryNames } from '../../../../ui/countries';
import { byFoldedLabel } from '../../../../ui/folded-filter';
import { NumberField } from '../../../../ui/number-field';
import { useTopics } from '../../../people';
import { useSenders } from '../../api/senders';
import { useSettingsTexts } from '../../texts';

type Channel = Schemas['Channel'];
type PoolSettings = Extract<Schemas['Sender']['settings'], { strategy: unknown }>;
type Strategy = PoolSettings['strategy'];

/** A sender of the pool as it is typed. */
interface Member {
  senderId: string;
  weight: number | null;
  /** Separated by commas or spaces. */
  domains: string;
  countries: string[];
  topicIds: string[];
}

export interface Pool {
  strategy: Strategy;
  members: Member[];
}

const newMember: Member = { senderId: '', weight: 1, domains: '', countries: [], topicIds: [] };
const weights = { min: 1, max: 1_000, decimals: 0 };
const MOST_MEMBERS = 10;

export const newPool: Pool = { strategy: 'ORDER', members: [newMember, newMember] };

/** The pool in a stored sender. Undefined: it is another sender. */
export function poolIn(sender: Schemas['Sender'] | undefined): Pool | undefined {
  const settings = sender?.settings;
  if (!settings || !('strategy' in settings)) return undefined;
  const { strategy, members } = settings;
  return {
    strategy,
    members: members.map(({ senderId, weight = 1, topicIds = [], ...rules }) => ({
      ...{ senderId, weight, topicIds },
      domains: 'domains' in rules ? (rules.domains ?? []).join(', ') : '',
      countries: 'countries' in rules ? (rules.countries ?? []) : [],
    })),
  };
}

/** The settings of a pool. Rules that are empty match everyone. */
export function poolSettings({ strategy, members }: Pool) {
  return {
    strategy,
    members: members
      .filter(({ senderId }) => senderId !== '')
      .map(({ senderId, weight, domains, countries, topicIds }) => {
        const names = domains.split(/[\s,;]+/).filter(Boolean);
        return {
          senderId,
          ...(strategy === 'WEIGHTS' && { weight: weight ?? 1 }),
          ...(names.length > 0 && { domains: names.map((name) => name.toLowerCase()) }),
          ...(countries.length > 0 && { countries }),
          ...(topicIds.length > 0 && { topicIds }),
        };
      }),
  };
}

interface PoolFieldsProps {
  channel: Channel;
  pool: Pool;
  set: (pool: Pool) => void;
}

/** The senders of a pool, and which recipients they get. */
export function PoolFields({ channel, pool, set }: PoolFieldsProps) {
  const { pools: texts } = useSettingsTexts();
  const { strategy, members } = pool;
  const setMembers = (changed: Member[]): void => set({ ...pool, members: changed });
  const change = (at: number, changed: Partial<Member>): void =>
    setMembers(members.map((each, index) => (index === at ? { ...each, ...changed } : each)));
  const swap = (at: number): void =>
    setMembers(
      members.map((each, index) => {
        if (index === at) return members[at + 1] ?? each;
        return index === at + 1 ? (members[at] ?? each) : each;
      }),
    );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <Select
        label={texts.strategy}
        data={(['ORDER', 'WEIGHTS'] as const).map((value) => ({ value, label: texts.strategies[value] }))}
        value={strategy}
        allowDeselect={false}
        onChange={(value) => set({ ...pool, strategy: value ?? 'ORDER' })}
      />
      {members.map((member, index) => (
        <MemberFields
          // A sender has no identity until it is chosen.
          key={index}
          {...{ channel, member, index, strategy }}
          others={members.filter((each) => each !== member).map(({ senderId }) => senderId)}
          set={(changed) => change(index, changed)}
          {...(index > 0 && { moveUp: () => swap(index - 1) })}
          {...(index < members.length - 1 && { moveDown: () => swap(index) })}
          {...(members.length > 1 && { remove: () => setMembers(members.toSpliced(index, 1)) })}
        />
      ))}
      {members.length < MOST_MEMBERS && (
        <Button
          variant="subtle"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} />}
          onClick={() => setMembers([...members, newMember])}
        >
          {texts.add}
        </Button>
      )}
    </Stack>
  );
}

interface MemberFieldsProps {
  channel: Channel;
  member: Member;
  index: number;
  strategy: Strategy;
  /** The senders that the pool has already. */
  others: readonly string[];
  set: (changed: Partial<Member>) => void;
  moveUp?: () => void;
  moveDown?: () => void;
  remove?: () => void;
}

function MemberFields({
  channel,
  member,
  index,
  strategy,
  others,
  set,
  moveUp,
  moveDown,
  remove,
}: MemberFieldsProps) {
  const { pools: texts } = useSettingsTexts();
  const { language } = useLanguage();
  const countryName = useCountryNames();
  const topics = useTopics().data ?? [];
  const senders = (useSenders().data ?? []).filter(
    (each) => each.channel === channel && each.provider !== 'POOL' && !others.includes(each._id),
  );
  const byLabel = (a: { label: string }, b: { label: string }): number =>
    a.label.localeCompare(b.label, language);
  return (
    <Paper withBorder p="sm" role="group" aria-label={texts.member(index + 1)}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <Select
            label={texts.sender}
            data={senders.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={member.senderId === '' ? null : member.senderId}
            required
            allowDeselect={false}
            flex={1}
            miw={0}
            onChange={(value) => set({ senderId: value ?? '' })}
          />
          {strategy === 'WEIGHTS' && (
            <NumberField
              label={texts.weight}
              w={90}
              value={member.weight}
              {...weights}
              onChange={(weight) => set({ weight })}
            />
          )}
          <Group gap={2} wrap="nowrap" pb={4}>
            <RowAction label={texts.moveUp} action={moveUp} icon={<IconArrowUp size={16} />} />
            <RowAction label={texts.moveDown} action={moveDown} icon={<IconArrowDown size={16} />} />
            <RowAction label={texts.remove} action={remove} icon={<IconX size={16} />} />
          </Group>
        </Group>
        <Group gap="xs" align="flex-end" grow preventGrowOverflow={false}>
          {channel === 'EMAIL' ? (
            <TextInput
              label={texts.domains}
              placeholder={texts.everyone}
              value={member.domains}
              onChange={(event) => set({ domains: event.currentTarget.value })}
            />
          ) : (
            <MultiSelect
              label={texts.countries}
              placeholder={member.countries.length === 0 ? texts.everyone : ''}
              data={phoneCountries()
                .map((value) => ({ value, label: countryName(value) }))
                .sort(byLabel)}
              value={member.countries}
              searchable
              filter={byFoldedLabel}
              onChange={(countries) => set({ countries })}
            />
          )}
          {topics.length > 0 && (
            <MultiSelect
              label={texts.topics}
              placeholder={member.topicIds.length === 0 ? texts.everyTopic : ''}
              data={topics.map(({ _id, name }) => ({ value: _id, label: name })).sort(byLabel)}
              value={member.topicIds}
              onChange={(topicIds) => set({ topicIds })}
            />
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

interface RowActionProps {
  label: string;
  /** Absent: it isn't possible now. */
  action: (() => void) | undefined;
  icon: React.ReactNode;
}

function RowAction({ label, action, icon }: RowActionProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={!action} onClick={action}>
      {icon}
    </ActionIcon>
  );
}
