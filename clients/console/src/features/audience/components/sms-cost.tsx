import type { Schemas } from '@carillon/sdk';
import { Stack, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import { useAudienceTexts } from '../texts';
import { PriceFields, type SmsPrice, useSmsPrice } from '../../content';
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
    ...{ price, setPrice, segments, isExact },
    people: isExact ? counted : reachable,
    longest: fields?.sms?.longest ?? 0,
  };
}

interface SmsCostProps {
  campaign: Detail;
  fields: Fields | null;
}

/** The cost of all SMS, and the price, which this browser remembers for the account. */
export function SmsCost({ campaign, fields }: SmsCostProps) {
  const { price, setPrice, segments, ...total } = useSmsCost(campaign, fields);
  if (segments === null) return null;
  return (
    <Stack gap="xs">
      <PriceFields price={price} onChange={setPrice} />
      <SmsTotal segments={segments} price={price} {...total} />
    </Stack>
  );
}

interface SmsTotalProps {
  price: SmsPrice;
  segments: number;
  longest: number;
  /** The number of recipients. */
  people: number;
  isExact: boolean;
  /** The text starts with the name of the channel. */
  isNamed?: boolean;
}

/** The segments of all SMS and their cost as text, even if the price is unknown. */
export function SmsTotal({ price, segments, longest, people, isExact, isNamed = false }: SmsTotalProps) {
  const texts = useTexts();
  const { campaignEditor } = useAudienceTexts();
  const { money } = useFormat();
  const { amount, currency } = price;
  const cost = amount === null ? null : money(segments * amount, currency);
  return (
    <Text size="sm" className="numbers">
      {isNamed && `${texts.channels.SMS}: `}
      {campaignEditor.smsTotal(segments, texts.people(people), longest, isExact)}{' '}
      {cost === null ? texts.campaignEditor.priceUnknown : texts.campaignEditor.cost(cost, isExact)}
    </Text>
  );
}
