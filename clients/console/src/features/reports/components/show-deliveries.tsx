import type { Schemas } from '@carillon/sdk';
import { Button } from '@mantine/core';
import { useReportTexts } from '../texts';
import { type DeliveryFilter } from './deliveries';

type Row = Schemas['ReportReason'];

/** Filters the list of deliveries by a reason. */
export function ShowDeliveries({ row, onShow }: { row: Row; onShow: (filter: DeliveryFilter) => void }) {
  const { reportPage } = useReportTexts();
  const { channel, state, reason } = row;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onShow({ channel, state, reason })}>
      {reportPage.showThem}
    </Button>
  );
}
