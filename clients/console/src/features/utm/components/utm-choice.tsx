import type { Schemas } from '@carillon/sdk';
import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts';
import { useUtmTexts } from '../texts';
import { useUtm } from '../api/utm';
import { LONGEST_VALUE, utmFields } from '../tagged-link';
import { ExampleLink } from './example-link';

type Utm = Schemas['CampaignUtm'];

interface UtmChoiceProps {
  /** Null: as in the account. */
  value: Utm | null;
  /** The name of the campaign. */
  name: string;
  isReadOnly: boolean;
  onChange: (value: Utm | null) => void;
}

const noValues = { source: null, medium: null, campaign: null };

/** The UTM parameters of one campaign, with an example of a link. */
export function UtmChoice({ value, name, isReadOnly, onChange }: UtmChoiceProps) {
  const all = useTexts();
  const own = useUtmTexts();
  const account = useUtm().data;
  const isOn = value?.isOn ?? account?.isOn ?? false;
  const valueOf = (field: (typeof utmFields)[number]): string => value?.[field] ?? account?.[field] ?? '';
  const campaign = valueOf('campaign') || name.trim() || own.exampleName;
  const choice = value === null ? 'account' : value.isOn ? 'on' : 'off';
  return (
    <Stack gap="xs">
      <NativeSelect
        id="campaign-utm"
        label={all.utm.title}
        description={own.choiceHint}
        value={choice}
        disabled={isReadOnly}
        data={[
          { value: 'account', label: account ? own.asAccount(account.isOn) : own.asAccountUnknown },
          { value: 'on', label: own.on },
          { value: 'off', label: own.off },
        ]}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.value === 'account' ? null : { ...noValues, isOn: currentTarget.value === 'on' },
          )
        }
      />
      {choice === 'on' && value !== null && (
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          {utmFields.map((field) => (
            <TextInput
              key={field}
              label={all.utm.fields[field]}
              placeholder={account?.[field] ?? (field === 'campaign' ? campaign : '')}
              value={value[field] ?? ''}
              maxLength={LONGEST_VALUE}
              readOnly={isReadOnly}
              onChange={({ currentTarget }) =>
                onChange({
                  ...value,
                  [field]: currentTarget.value.trim() === '' ? null : currentTarget.value,
                })
              }
            />
          ))}
        </SimpleGrid>
      )}
      {isOn && <ExampleLink values={{ source: valueOf('source'), medium: valueOf('medium'), campaign }} />}
    </Stack>
  );
}
