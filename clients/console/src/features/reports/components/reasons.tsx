import type { Schemas } from '@carillon/sdk';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { useReportTexts } from '../texts';
import { Dot } from '../../../ui/state-bar';
import { useReason } from '../../../ui/reason';
import { type DeliveryFilter } from './deliveries';
import { Retry } from './retry';
import { retryableOf } from '../retry-choice';
import { adviceOn } from '../advice';
import { ShowDeliveries } from './show-deliveries';

type Report = Schemas['Report'];

type Row = Schemas['ReportReason'];

interface ReasonsProps {
  campaign: Schemas['CampaignDetail'];
  report: Report;
  onShow: (filter: DeliveryFilter) => void;
}

/** The reasons of failures, with advice and a button to retry. */
export function Reasons({ campaign, report, onShow }: ReasonsProps) {
  const texts = useTexts();
  const { report: reportTexts, reportPage } = useReportTexts();
  const { number } = useFormat();
  const labelOf = useReason();
  const maySend = useMay('send');
  /** null: none was selected; undefined: the dialog is closed. */
  const [again, setAgain] = useState<Row | null | undefined>(undefined);
  const { total, status } = report;
  if (total === 0) return null;
  // Without a message for the channel, the campaign had nothing to send.
  const reasons = report.reasons.filter(({ reason }) => reason !== 'NO_MESSAGE');
  const retryable = maySend && status === 'SENT' ? retryableOf(reasons) : [];
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{reportTexts.reasons}</Title>
        {retryable.length > 0 && (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => setAgain(null)}>
            {reportPage.againAll}
          </Button>
        )}
      </Group>
      <Paper className="pane" p={reasons.length === 0 ? 'lg' : 0}>
        {reasons.length === 0 ? (
          <Text c="dimmed">{reportTexts.noReasons}</Text>
        ) : (
          <Stack gap={0}>
            {reasons.map((each, index) => {
              const own = adviceOn(each, reportPage);
              return (
                <Group
                  key={`${each.channel} ${each.state} ${each.reason} ${each.providerCode ?? ''}`}
                  px="md"
                  py="sm"
                  gap="md"
                  wrap="nowrap"
                  align="flex-start"
                  style={{
                    borderTop: index === 0 ? 'none' : '1px solid var(--mantine-color-default-border)',
                  }}
                >
                  <Text fw={650} className="numbers" w={{ base: 32, sm: 64 }} ta="right">
                    {number(each.count)}
                  </Text>
                  <div style={{ flex: 1, minWidth: 0 }}>
                    <Group gap={8}>
                      <Dot state={each.state} />
                      <Text fw={550}>{labelOf(each.reason)}</Text>
                      <Text size="sm" c="dimmed">
                        {texts.channels[each.channel]} · {texts.states[each.state]}
                        {each.providerCode !== null && ` · ${each.providerCode}`}
                      </Text>
                    </Group>
                    {own !== undefined ? (
                      <Text size="sm" c="dimmed">
                        {own}
                      </Text>
                    ) : (
                      each.advice !== null && (
                        <Text size="sm" c="dimmed" lang="en">
                          {each.advice}
                        </Text>
                      )
                    )}
                    <Group gap="xs" mt={4} ml={-8}>
                      <ShowDeliveries row={each} onShow={onShow} />
                      {retryable.includes(each) && (
                        <Button variant="subtle" size="compact-sm" onClick={() => setAgain(each)}>
                          {reportPage.again}
                        </Button>
                      )}
                    </Group>
                  </div>
                </Group>
              );
            })}
          </Stack>
        )}
      </Paper>
      {again !== undefined && (
        <Retry campaign={campaign} report={report} first={again} onClose={() => setAgain(undefined)} />
      )}
    </section>
  );
}
