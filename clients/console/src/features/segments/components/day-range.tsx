import { Select, TextInput } from '@mantine/core';
import { useSegmentTexts } from '../texts';
import { NumberField } from '../../../ui/number-field';
import type { DayRange } from '../conditions';

const MOST_DAYS = 36_500;
const DAYS = 30;

interface DayRangeProps {
  range: DayRange;
  /** Days in the future can be chosen. */
  canBeAhead: boolean;
  isReadOnly: boolean;
  onChange: (range: DayRange) => void;
}

type Period = 'inLastDays' | 'inNextDays' | 'between';

/** Days before or after today, or between two days. */
export function DayRangeFields({ range, canBeAhead, isReadOnly, onChange }: DayRangeProps) {
  const { segments: texts } = useSegmentTexts();
  const period: Period =
    'inLastDays' in range ? 'inLastDays' : 'inNextDays' in range ? 'inNextDays' : 'between';
  const offered: Period[] =
    canBeAhead || period === 'inNextDays'
      ? ['inLastDays', 'inNextDays', 'between']
      : ['inLastDays', 'between'];
  return (
    <>
      <Select
        label={texts.period}
        data={offered.map((value) => ({ value, label: texts.periods[value] }))}
        value={period}
        readOnly={isReadOnly}
        allowDeselect={false}
        w={{ base: '100%', xs: 190 }}
        onChange={(chosen) => {
          if (chosen === 'inLastDays') onChange({ inLastDays: DAYS });
          else if (chosen === 'inNextDays') onChange({ inNextDays: DAYS });
          else if (chosen === 'between') onChange({});
        }}
      />
      {'inLastDays' in range ? (
        <DaysField
          days={range.inLastDays}
          isReadOnly={isReadOnly}
          onChange={(inLastDays) => onChange({ inLastDays })}
        />
      ) : 'inNextDays' in range ? (
        <DaysField
          days={range.inNextDays}
          isReadOnly={isReadOnly}
          onChange={(inNextDays) => onChange({ inNextDays })}
        />
      ) : (
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={end === 'from' ? texts.from : texts.until}
            value={range[end] ?? ''}
            readOnly={isReadOnly}
            onChange={({ currentTarget: { value } }) => {
              const from = end === 'from' ? value : (range.from ?? '');
              const to = end === 'to' ? value : (range.to ?? '');
              onChange({ ...(from !== '' && { from }), ...(to !== '' && { to }) });
            }}
          />
        ))
      )}
    </>
  );
}

interface DaysFieldProps {
  /** NaN: no number was entered. */
  days: number;
  isReadOnly: boolean;
  onChange: (days: number) => void;
}

function DaysField({ days, isReadOnly, onChange }: DaysFieldProps) {
  const { segments: texts } = useSegmentTexts();
  return (
    <NumberField
      {...{ min: 0, max: MOST_DAYS, decimals: 0 }}
      label={texts.days}
      value={Number.isNaN(days) ? null : days}
      readOnly={isReadOnly}
      w={{ base: '100%', xs: 90 }}
      onChange={(typed) => onChange(typed ?? NaN)}
    />
  );
}
