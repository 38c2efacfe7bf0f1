import { CarillonError, type Schemas } from '@carillon/sdk';
import { Button, Group, Paper, Select, Stack, Table, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { May } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { useReasonTexts } from '../../../texts/reasons';
import { useReportTexts } from '../texts';
import { saveCsv } from '../../../ui/csv-download';
import { ErrorNote, Listing, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useIsPhone } from '../../../ui/phone';
import { channels } from '../../../ui/states';
import { Dot, states } from '../../../ui/state-bar';
import { useReason } from '../../../ui/reason';
import { useDeliveries, useExportDeliveries } from '../api/deliveries';
import { DeliveryHistory } from './delivery-history';

type Delivery = Schemas['Delivery'];

/** The filter of deliveries; null: all. */
export interface DeliveryFilter {
  channel: Schemas['Channel'] | null;
  state: Schemas['DeliveryState'] | null;
  reason: string | null;
}

export const allDeliveries: DeliveryFilter = { channel: null, state: null, reason: null };

interface DeliveriesProps {
  /** The text if there are no deliveries. */
  emptyText: string;
  campaignId: string;
  /** The reasons that occur, to choose from. */
  reasons: readonly Schemas['ReportReason'][];
  isUnderWay: boolean;
  filter: DeliveryFilter;
  onFilter: (filter: DeliveryFilter) => void;
}

export function Deliveries({
  campaignId,
  reasons,
  emptyText,
  isUnderWay,
  filter,
  onFilter,
}: DeliveriesProps) {
  const texts = useTexts();
  const { reasons: reasonTexts } = useReasonTexts();
  const { report, reportPage } = useReportTexts();
  const { time } = useFormat();
  const labelOf = useReason();
  const [address, setAddress] = useState('');
  const [identifier] = useDebouncedValue(address.trim(), 300);
  const [opened, setOpened] = useState<string | null>(null);
  const isPhone = useIsPhone();
  const { channel, state, reason } = filter;
  const chosen = {
    ...(channel !== null && { channel }),
    ...(state !== null && { state }),
    ...(reason !== null && { reason }),
  };
  const filled = { ...chosen, ...(identifier !== '' && { identifier }) };
  const deliveries = useDeliveries(campaignId, filled, isUnderWay);
  const rows = deliveries.data?.pages.flatMap(({ items }) => items) ?? [];
  const save = useExportDeliveries({
    done: (response) =>
      saveCsv(response, `deliveries-${campaignId}.csv`, { reason: reasonTexts, status: texts.states }),
  });
  const isFiltered = Object.keys(chosen).length > 0;
  const inReport = [...new Set(reasons.map((each) => each.reason))];
  const choice = reason === null || inReport.includes(reason) ? inReport : [...inReport, reason];
  return (
    <>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <TextInput
            type="search"
            aria-label={report.address}
            placeholder={report.address}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            w={{ base: '100%', sm: 240 }}
          />
          <Select
            aria-label={texts.report.channel}
            placeholder={texts.report.anyChannel}
            value={channel}
            onChange={(value) => onFilter({ ...filter, channel: value })}
            clearable
            data={channels.map((value) => ({ value, label: texts.channels[value] }))}
            w={{ base: '47%', sm: 150 }}
          />
          <Select
            aria-label={texts.report.state}
            placeholder={report.anyState}
            value={state}
            onChange={(value) => onFilter({ ...filter, state: value })}
            clearable
            data={states.map((value) => ({ value, label: texts.states[value] }))}
            w={{ base: '47%', sm: 150 }}
          />
          <Select
            aria-label={report.reason}
            placeholder={reportPage.anyReason}
            value={reason}
            onChange={(value) => onFilter(withReason(filter, value, reasons))}
            clearable
            searchable
            data={choice.map((value) => ({ value, label: labelOf(value) }))}
            w={{ base: '100%', sm: 220 }}
          />
          <May scope="write">
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              loading={save.isPending}
              onClick={() => save.mutate({ campaignId, ...chosen })}
            >
              {reportPage.export}
            </Button>
          </May>
        </Group>
        {deliveries.error && isIncomplete(deliveries.error) ? (
          <Text c="dimmed" role="status">
            {reportPage.wholeAddress}
          </Text>
        ) : deliveries.isLoadingError ? (
          <ErrorNote error={deliveries.error} retry={() => void deliveries.refetch()} />
        ) : deliveries.isPending ? (
          <Loading lines={4} />
        ) : (
          <Paper className="pane" p={0}>
            {rows.length === 0 ? (
              <Group p="md">
                <Text c="dimmed">{emptyText}</Text>
                {isFiltered && (
                  <Button variant="subtle" size="compact-sm" onClick={() => onFilter(allDeliveries)}>
                    {reportPage.clear}
                  </Button>
                )}
              </Group>
            ) : isPhone ? (
              <ul className="rows" style={{ padding: 0 }} aria-label={report.deliveries}>
                {rows.map((each) => (
                  <PhoneRow key={each._id} delivery={each} onOpen={() => setOpened(each._id)} />
                ))}
              </ul>
            ) : (
              <Listing
                minWidth={620}
                heads={[
                  report.identifier,
                  texts.report.channel,
                  texts.report.state,
                  report.reason,
                  texts.report.time,
                ]}
              >
                {rows.map((each) => (
                  <Table.Tr key={each._id}>
                    <Table.Td>
                      <UnstyledButton
                        className="row-link"
                        fz="sm"
                        aria-haspopup="dialog"
                        onClick={() => setOpened(each._id)}
                      >
                        {each.identifier}
                      </UnstyledButton>
                    </Table.Td>
                    <Table.Td>{texts.channels[each.channel]}</Table.Td>
                    <Table.Td>
                      <Group gap={8} wrap="nowrap">
                        <Dot state={each.state} />
                        {texts.states[each.state]}
                      </Group>
                    </Table.Td>
                    <Table.Td>
                      {each.reason === null ? '–' : labelOf(each.reason)}
                      {each.nextTryAt !== null && (
                        <Text size="xs" c="dimmed">
                          {reportPage.nextTry(time(each.nextTryAt))}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td className="numbers">{time(each.updatedAt)}</Table.Td>
                  </Table.Tr>
                ))}
              </Listing>
            )}
          </Paper>
        )}
        <NextPage list={deliveries} />
      </Stack>
      {opened !== null && (
        <DeliveryHistory
          campaignId={campaignId}
          deliveryId={opened}
          listed={rows.find(({ _id }) => _id === opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** All table content and actions, without horizontal scrolling. */
function PhoneRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const texts = useTexts();
  const { reportPage } = useReportTexts();
  const { time } = useFormat();
  const labelOf = useReason();
  const { identifier, channel, state, reason, nextTryAt, updatedAt } = delivery;
  return (
    <li>
      <div className="row-text">
        <UnstyledButton className="row-link" fz="sm" aria-haspopup="dialog" onClick={onOpen}>
          {identifier}
        </UnstyledButton>
        <Group gap={8}>
          <Dot state={state} />
          <Text size="sm">
            {texts.channels[channel]} · {texts.states[state]}
          </Text>
        </Group>
        {reason !== null && <Text size="sm">{labelOf(reason)}</Text>}
        {nextTryAt !== null && (
          <Text size="xs" c="dimmed">
            {reportPage.nextTry(time(nextTryAt))}
          </Text>
        )}
        <Text size="xs" c="dimmed" className="numbers">
          {time(updatedAt)}
        </Text>
      </div>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={onOpen}>
        {reportPage.details}
      </Button>
    </li>
  );
}

/** A reason that occurs in only one state also selects that state, because an index finds deliveries by state. */
function withReason(
  filter: DeliveryFilter,
  reason: string | null,
  reasons: DeliveriesProps['reasons'],
): DeliveryFilter {
  const [state, ...others] = new Set(
    reasons.filter((each) => each.reason === reason).map((row) => row.state),
  );
  return { ...filter, reason, ...(state !== undefined && others.length === 0 && { state }) };
}

/** Whether the typed address is incomplete. */
function isIncomplete(error: unknown): boolean {
  return error instanceof CarillonError && error.fields.some(({ field }) => field.endsWith('identifier'));
}
