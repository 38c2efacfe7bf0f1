import type { Schemas } from '@carillon/sdk';
import { Button, Modal, Select, Stack, Table, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCoins, IconPencil } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { DialogButtons } from '../../../ui/confirm';
import { useCountryNames } from '../../../ui/countries';
import { Empty, ErrorNote, ListingPane, Loading, PageHead } from '../../../ui/page';
import { useProviderNames } from '../../settings';
import { usePrices, useUpdatePrices } from '../api/prices';
import { linesOf, pricesIn } from '../price-lines';
import { useOperatorTexts } from '../texts';

type Prices = Schemas['Prices'];
type Currency = Schemas['UpdatePrices']['currency'];

const currencies = Intl.supportedValuesOf('currency');

/** What the operator charges for messages. */
export function PricesPage() {
  const operator = useOperatorTexts();
  const [isEditing, editing] = useDisclosure(false);
  const prices = usePrices();
  return (
    <>
      <PageHead title={operator.prices.title}>
        {prices.data && (
          <Button leftSection={<IconPencil size={16} />} onClick={editing.open}>
            {operator.prices.edit}
          </Button>
        )}
      </PageHead>
      {prices.isLoadingError ? (
        <ErrorNote error={prices.error} retry={() => void prices.refetch()} />
      ) : prices.isPending ? (
        <Loading lines={4} />
      ) : prices.data.prices.length === 0 ? (
        <Empty icon={<IconCoins size={44} stroke={1.4} />} title={operator.prices.emptyTitle}>
          {operator.prices.emptyText}
        </Empty>
      ) : (
        <PriceTable prices={prices.data} />
      )}
      {isEditing && prices.data && <PriceForm prices={prices.data} onClose={editing.close} />}
    </>
  );
}

function PriceTable({ prices: { prices, currency, createdAt } }: { prices: Prices }) {
  const { channels } = useTexts();
  const { prices: texts } = useOperatorTexts();
  const { time } = useFormat();
  const providers = useProviderNames();
  const countryName = useCountryNames();
  return (
    <Stack>
      <Text c="dimmed">{texts.lead}</Text>
      <ListingPane minWidth={520} heads={[texts.channel, texts.provider, texts.country, texts.price]}>
        {prices.map(({ channel, provider, country, price }) => (
          <Table.Tr key={`${channel} ${provider ?? ''} ${country ?? ''}`} className="numbers">
            <Table.Td>{channels[channel]}</Table.Td>
            <Table.Td>{provider === null ? texts.anyProvider : providers[provider]}</Table.Td>
            <Table.Td>
              {country !== null ? countryName(country) : channel === 'EMAIL' ? '' : texts.anyCountry}
            </Table.Td>
            <Table.Td>{texts.per[channel](`${price} ${currency ?? ''}`)}</Table.Td>
          </Table.Tr>
        ))}
      </ListingPane>
      {createdAt !== null && (
        <Text size="xs" c="dimmed">
          {texts.since(time(createdAt))}
        </Text>
      )}
    </Stack>
  );
}

function PriceForm({ prices, onClose }: { prices: Prices; onClose: () => void }) {
  const texts = useTexts();
  const { prices: priceTexts } = useOperatorTexts();
  const [currency, setCurrency] = useState<string>(prices.currency ?? 'EUR');
  const [lines, setLines] = useState(linesOf(prices.prices));
  const [wrongLines, setWrongLines] = useState<number[]>([]);
  const save = useUpdatePrices({ silent: true, done: onClose });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const read = pricesIn(lines);
    setWrongLines(read.wrongLines);
    if (read.wrongLines.length === 0) save.mutate({ currency: currency as Currency, prices: read.prices });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={priceTexts.edit}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Select
            label={priceTexts.currency}
            data={currencies}
            value={currency}
            onChange={(value) => setCurrency(value ?? currency)}
            allowDeselect={false}
            searchable
          />
          <Textarea
            label={priceTexts.lines}
            description={priceTexts.linesHint}
            placeholder={'EMAIL 0.40\nSMS TWILIO DE 0.0792'}
            value={lines}
            onChange={(event) => setLines(event.currentTarget.value)}
            error={wrongLines.length > 0 && priceTexts.wrongLines(wrongLines.join(', '))}
            autosize
            minRows={8}
            maxRows={20}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            data-autofocus
          />
          {save.error && <ErrorNote error={save.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
