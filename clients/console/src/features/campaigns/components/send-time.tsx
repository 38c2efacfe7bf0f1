import { TextInput } from '@mantine/core';
import { timeZone, useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { firstMinute, scheduleErrorOf } from '../schedule';

interface SendTimeProps {
  value: string;
  /** The earliest time is the next minute after this one. */
  opened: number;
  onChange: (value: string) => void;
}

/** The field for the time of a scheduled campaign, in the time zone of the browser. */
export function SendTime({ value, opened, onChange }: SendTimeProps) {
  const {
    campaign: { publishTime, publishFaults },
  } = useCampaignTexts();
  const zone = useTexts().zone(timeZone);
  const error = scheduleErrorOf(value, Date.now());
  return (
    <TextInput
      type="datetime-local"
      label={publishTime}
      description={zone}
      value={value}
      min={firstMinute(opened)}
      error={error !== null && publishFaults[error]}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
    />
  );
}
