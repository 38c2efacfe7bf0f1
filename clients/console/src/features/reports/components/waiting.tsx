import type { Schemas } from '@carillon/sdk';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useFormat, useTexts } from '../../../texts';
import { useReportTexts } from '../texts';
import { useReason } from '../../../ui/reason';
import { type DeliveryFilter } from './deliveries';
import { ShowDeliveries } from './show-deliveries';

type Report = Schemas['Report'];

/** Waiting channels and retries, and the time at which their wait ends. */
export function Waiting({ report, onShow }: { report: Report; onShow: (filter: DeliveryFilter) => void }) {
  const texts = useTexts();
  const { report: reportTexts, reportPage } = useReportTexts();
  const { time } = useFormat();
  const labelOf = useReason();
  const { waiting, reasons, status } = report;
  const again = reasons.filter(({ state }) => state === 'QUEUED');
  const isPaused = status === 'PAUSED';
  if (waiting.length === 0 && again.length === 0 && !isPaused) return null;
  return (
    <Alert color="yellow" icon={<IconClock aria-hidden />} title={reportTexts.waiting}>
      <Stack gap="xs">
        {isPaused && <Text size="sm">{reportPage.paused}</Text>}
        {waiting.map((each) => (
          <div key={`${each.channel} ${each.reason}`}>
            <Text size="sm">
              {reportTexts.waitingFor(texts.channels[each.channel], labelOf(each.reason))}{' '}
              {reportPage.since(time(each.since))}{' '}
              {each.nextTryAt !== null && reportTexts.nextTry(time(each.nextTryAt))}
            </Text>
            {reportPage.advice[each.reason] !== undefined && (
              <Text size="sm">{reportPage.advice[each.reason]}</Text>
            )}
          </div>
        ))}
        {again.map((each) => (
          <Group key={`${each.channel} ${each.reason} ${each.providerCode ?? ''}`} gap="xs">
            <Text size="sm">
              {texts.channels[each.channel]}: {reportPage.triedAgain(each.count, labelOf(each.reason))}
            </Text>
            <ShowDeliveries row={each} onShow={onShow} />
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
