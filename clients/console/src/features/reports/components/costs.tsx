import type { Schemas } from '@carillon/sdk';
import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useCountryNames } from '../../../ui/countries';
import { ErrorNote, Listing, Loading } from '../../../ui/page';
import { ChannelIcon } from '../../../ui/states';
import { useProviderNames } from '../../settings';
import { useCampaignCosts } from '../api/report';
import { useReportTexts } from '../texts';

/**
 * What the campaign costs. Nothing if the operator has set no prices. Counting takes time, so it starts when the section
 * is visible.
 */
export function Costs({ report }: { report: Schemas['Report'] }) {
  const { costs: texts } = useReportTexts();
  const { ref, inViewport } = useInViewport<HTMLElement>();
  const counted = useCampaignCosts(report, inViewport);
  const { data } = counted;
  const hasPrices = data !== undefined && (!data.isComplete || !data.isKnown || data.currency !== null);
  return (
    <section ref={ref} className={data?.isComplete ? undefined : 'not-printed'}>
      {counted.isLoadingError ? (
        <Pane>
          <ErrorNote error={counted.error} retry={() => void counted.refetch()} />
        </Pane>
      ) : hasPrices ? (
        <Pane>
          {!data.isComplete ? (
            <div aria-busy>
              <Text size="sm" role="status" mb="sm">
                {texts.counting}
              </Text>
              <Loading lines={2} />
            </div>
          ) : data.isKnown ? (
            <CostTable costs={data} />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.deleted}
            </Text>
          )}
        </Pane>
      ) : null}
    </section>
  );
}

function Pane({ children }: { children: ReactNode }) {
  const { costs: texts } = useReportTexts();
  return (
    <>
      <Title order={2} mb="sm">
        {texts.title}
      </Title>
      <Paper className="pane">{children}</Paper>
    </>
  );
}

function CostTable({ costs }: { costs: Schemas['CampaignCosts'] }) {
  const { channels } = useTexts();
  const { costs: texts } = useReportTexts();
  const { number, money, time } = useFormat();
  const providers = useProviderNames();
  const countryName = useCountryNames();
  const { currency, total, isEstimated, withoutPrice, rows, asOf } = costs;
  const shown = (cost: string | null): string =>
    cost === null || currency === null ? texts.unknown : money(cost as `${number}`, currency);
  return (
    <Stack gap="sm">
      <Text fw={600} size="lg">
        {isEstimated ? texts.estimated(shown(total)) : shown(total)}
      </Text>
      {withoutPrice > 0 && <Text size="sm">{texts.withoutPrice(withoutPrice)}</Text>}
      <Listing
        minWidth={560}
        heads={[texts.channel, texts.provider, texts.country, texts.messages, texts.units, texts.cost]}
      >
        {rows.map(({ channel, provider, country, messages, units, cost }) => (
          <Table.Tr key={`${channel} ${provider ?? ''} ${country ?? ''}`} className="numbers">
            <Table.Td>
              <Group gap={8} wrap="nowrap">
                <ChannelIcon channel={channel} />
                {channels[channel]}
              </Group>
            </Table.Td>
            <Table.Td>{provider === null ? texts.unknown : providers[provider]}</Table.Td>
            <Table.Td>
              {country !== null ? countryName(country) : channel === 'EMAIL' ? '' : texts.unknown}
            </Table.Td>
            <Table.Td>{number(messages)}</Table.Td>
            <Table.Td>{channel === 'SMS' ? number(units) : ''}</Table.Td>
            <Table.Td>{shown(cost)}</Table.Td>
          </Table.Tr>
        ))}
      </Listing>
      <Text size="xs" c="dimmed">
        {texts.asOf(time(asOf))}
      </Text>
    </Stack>
  );
}
