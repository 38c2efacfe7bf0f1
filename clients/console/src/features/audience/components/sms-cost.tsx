import type { Schemas } from '@carillon/sdk';
import { Stack, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import { PriceFields, useSmsPrice } from '../../content';
import { type Fields, useAudience } from '../api/audience';

type Detail = Schemas['CampaignDetail'];

/** The estimated segments of all SMS. */
function useSmsCost(campaign: Detail, fields: Fields | null) {
  const audience = useAudience(campaign);
  const [price, setPrice] = useSmsPrice();
  const reachable = audience.data?.channels.SMS.reachable ?? 0;
  const counted = fields?.people.SMS ?? 0;
  const isExact = fields?.isComplete === true;
  const segments =
    !fields?.sms || (counted === 0 && reachable > 0)
      ? null
      : isExact || counted === 0
        ? fields.sms.segments
        : Math.round((fields.sms.segments / counted) * reachable);
  return {
    ...{ price, setPrice, reachable, segments, isExact },
    people: isExact ? counted : reachable,
    longest: fields?.sms?.longest ?? 0,
  };
}

interface SmsCostProps {
  campaign: Detail;
  fields: Fields | null;
  /** The price can be entered; this browser remembers it for the account. */
  isAsked?: boolean;
  /** The text starts with the name of the channel. */
  isNamed?: boolean;
}

/** The cost as text, even if the price or the segments are unknown. */
export function SmsCost({ campaign, fields, isAsked = false, isNamed = false }: SmsCostProps) {
  const texts = useTexts();
  const { money } = useFormat();
  const { price, setPrice, segments, people, longest, isExact } = useSmsCost(campaign, fields);
  if (segments === null) return null;
  const cost = price.amount === null ? null : money(segments * price.amount, price.currency);
  return (
    <Stack gap="xs">
      {isAsked && <PriceFields price={price} onChange={setPrice} />}
      <Text size="sm" className="numbers">
        {isNamed && `${texts.channels.SMS}: `}
        {texts.campaignEditor.smsTotal(segments, texts.people(people), longest, isExact)}{' '}
        {cost === null ? texts.campaignEditor.priceUnknown : texts.campaignEditor.cost(cost, isExact)}
      </Text>
    </Stack>
  );
}
