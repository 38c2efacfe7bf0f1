import type { Schemas } from '@carillon/sdk';
import { Fieldset, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useTexts } from '../../../../texts';
import { Fold } from '../../../../ui/fold';
import { NumberField } from '../../../../ui/number-field';
import { useRampUpTexts } from './ramp-up-texts';

type RampUp = Schemas['RampUp'];
type RampUpInput = Schemas['RampUpInput'];
type Group = Schemas['DomainGroup'];

interface Amount {
  startPerDay: number | null;
  targetPerDay: number | null;
}

/** The entered limits. Null: an empty field. */
export interface RampUpValues extends Amount {
  startsOn: string;
  growth: 'factor' | 'step';
  factor: number | null;
  step: number | null;
  groups: Readonly<Record<Group, Amount>>;
  maxBouncePercent: number | null;
  maxComplaintPercent: number | null;
}

const groups = ['GMAIL', 'MICROSOFT', 'YAHOO', 'APPLE', 'GMX', 'OTHER'] as const satisfies Group[];
const empty: Amount = { startPerDay: null, targetPerDay: null };
const perDay = { min: 1, max: 100_000_000, decimals: 0 };
const percent = { min: 0.1, max: 100, decimals: 1 };

/** A percentage without the error of the binary fraction. */
const percentOf = (share: number): number => Number((share * 100).toFixed(2));

/** The stored limits in the form of the fields, or the values for new limits. */
export function rampUpValues(stored: RampUp | null): RampUpValues {
  return {
    startsOn: stored?.startsOn ?? new Date().toISOString().slice(0, 10),
    startPerDay: stored?.startPerDay ?? 50,
    targetPerDay: stored?.targetPerDay ?? 5_000,
    growth: stored?.step == null ? 'factor' : 'step',
    factor: stored?.factor ?? 1.5,
    step: stored?.step ?? 50,
    groups: Object.fromEntries(
      groups.map((group) => [group, stored?.domainGroups[group] ?? empty]),
    ) as RampUpValues['groups'],
    maxBouncePercent: percentOf(stored?.maxBounceRate ?? 0.05),
    maxComplaintPercent: percentOf(stored?.maxComplaintRate ?? 0.003),
  };
}

/** The input of the API. Its checks report what is missing. */
export function rampUpInput(values: RampUpValues): RampUpInput {
  const { startsOn, startPerDay, targetPerDay, growth, maxBouncePercent, maxComplaintPercent } = values;
  const filled = groups.flatMap((group) => {
    const { startPerDay: start, targetPerDay: target } = values.groups[group];
    if (start === null && target === null) return [];
    const [first = 1, last = first] = [start ?? undefined, target ?? undefined];
    return [[group, { startPerDay: first, targetPerDay: last }] as const];
  });
  const grown = values[growth];
  return {
    startsOn,
    startPerDay: startPerDay ?? 1,
    targetPerDay: targetPerDay ?? startPerDay ?? 1,
    ...(grown !== null && { [growth]: grown }),
    domainGroups: Object.fromEntries(filled),
    ...(maxBouncePercent !== null && { maxBounceRate: maxBouncePercent / 100 }),
    ...(maxComplaintPercent !== null && { maxComplaintRate: maxComplaintPercent / 100 }),
  };
}

interface RampUpFieldsProps {
  /** Null: the sender has no daily limits. */
  values: RampUpValues | null;
  stored: RampUp | null;
  onChange: (values: RampUpValues | null) => void;
}

/** The daily limits of an email sender. */
export function RampUpFields({ values, stored, onChange }: RampUpFieldsProps) {
  const texts = useRampUpTexts();
  return (
    <Fieldset legend={texts.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
        <Switch
          label={texts.isOn}
          checked={values !== null}
          onChange={(event) => onChange(event.currentTarget.checked ? rampUpValues(stored) : null)}
        />
        {values && <LimitFields values={values} set={(changed) => onChange({ ...values, ...changed })} />}
      </Stack>
    </Fieldset>
  );
}

interface LimitFieldsProps {
  values: RampUpValues;
  set: (changed: Partial<RampUpValues>) => void;
}

function LimitFields({ values, set }: LimitFieldsProps) {
  const texts = useRampUpTexts();
  const { growth } = values;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberField
          label={texts.startPerDay}
          required
          {...perDay}
          value={values.startPerDay}
          onChange={(startPerDay) => set({ startPerDay })}
        />
        <NumberField
          label={texts.targetPerDay}
          required
          {...perDay}
          value={values.targetPerDay}
          onChange={(targetPerDay) => set({ targetPerDay })}
        />
        <Select
          label={texts.growth}
          data={(['factor', 'step'] as const).map((value) => ({ value, label: texts.growths[value] }))}
          value={growth}
          allowDeselect={false}
          onChange={(value) => set({ growth: value === 'step' ? 'step' : 'factor' })}
        />
        <NumberField
          key={growth}
          label={texts[growth]}
          required
          {...(growth === 'factor' ? { min: 1, max: 10, decimals: 2 } : perDay)}
          value={values[growth]}
          onChange={(value) => set({ [growth]: value })}
        />
        <TextInput
          type="date"
          label={texts.startsOn}
          description={texts.startsOnHint}
          required
          value={values.startsOn}
          onChange={(event) => set({ startsOn: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Fold label={texts.groupsTitle}>
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {texts.groupsHint}
          </Text>
          {groups.map((group) => (
            <GroupFields
              key={group}
              group={group}
              amount={values.groups[group]}
              onChange={(amount) => set({ groups: { ...values.groups, [group]: amount } })}
            />
          ))}
        </Stack>
      </Fold>
      <Fold label={texts.pausesTitle}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberField
            label={texts.maxBounces}
            {...percent}
            value={values.maxBouncePercent}
            onChange={(maxBouncePercent) => set({ maxBouncePercent })}
          />
          <NumberField
            label={texts.maxComplaints}
            {...percent}
            min={0.01}
            decimals={2}
            value={values.maxComplaintPercent}
            onChange={(maxComplaintPercent) => set({ maxComplaintPercent })}
          />
        </SimpleGrid>
      </Fold>
    </>
  );
}

interface GroupFieldsProps {
  group: Group;
  amount: Amount;
  onChange: (amount: Amount) => void;
}

function GroupFields({ group, amount, onChange }: GroupFieldsProps) {
  const texts = useRampUpTexts();
  const name = useTexts().domainGroups[group];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NumberField
        label={texts.ofGroup(texts.startPerDay, name)}
        {...perDay}
        value={amount.startPerDay}
        onChange={(startPerDay) => onChange({ ...amount, startPerDay })}
      />
      <NumberField
        label={texts.ofGroup(texts.targetPerDay, name)}
        {...perDay}
        value={amount.targetPerDay}
        onChange={(targetPerDay) => onChange({ ...amount, targetPerDay })}
      />
    </SimpleGrid>
  );
}
