import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { NumberField } from '../../../ui/number-field';

/** The provider's price for a segment, as entered in this browser. No API returns the price. */
export interface SmsPrice {
  amount: number | null;
  currency: string;
}

/** The range of segment prices, in any currency. */
const range = { min: 0, max: 100_000, decimals: 5 };
const currencies = Intl.supportedValuesOf('currency');

const keyOf = (accountId: string): string => `carillon.sms-price.${accountId}`;

function keptPrice(accountId: string): SmsPrice {
  const kept = localStorage.getItem(keyOf(accountId));
  return kept === null ? { amount: null, currency: 'USD' } : (JSON.parse(kept) as SmsPrice);
}

/** The price that this browser remembers for the account. */
export function useSmsPrice(): [price: SmsPrice, setPrice: (price: SmsPrice) => void] {
  const { account } = useSession();
  const [price, setPrice] = useState(() => keptPrice(account._id));
  return [
    price,
    (changed) => {
      localStorage.setItem(keyOf(account._id), JSON.stringify(changed));
      setPrice(changed);
    },
  ];
}

interface PriceFieldsProps {
  price: SmsPrice;
  onChange: (price: SmsPrice) => void;
}

export function PriceFields({ price, onChange }: PriceFieldsProps) {
  const texts = useTexts();
  return (
    <Group gap="xs" align="flex-start">
      <NumberField
        label={texts.campaignEditor.price}
        value={price.amount}
        onChange={(amount) => onChange({ ...price, amount })}
        {...range}
        w={190}
      />
      <Select
        label={texts.campaignEditor.currency}
        data={currencies}
        value={price.currency}
        onChange={(currency) => currency !== null && onChange({ ...price, currency })}
        searchable
        allowDeselect={false}
        w={110}
      />
    </Group>
  );
}
