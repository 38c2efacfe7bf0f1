import type { Schemas } from '@carillon/sdk';
import { Title } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useReportTexts } from '../texts';
import { Deliveries, type DeliveryFilter, allDeliveries } from './deliveries';
import { Engagement } from './engagement';
import { Channels } from './channels';
import { Costs } from './costs';
import { Details } from './details';
import { Domains } from './domains';
import { CampaignSenders } from './senders';
import { notCounted } from './not-counted';
import { Overview } from './overview';
import { Reasons } from './reasons';
import { Waiting } from './waiting';

type Report = Schemas['Report'];

/** The numbers of a campaign, from its recipients to each delivery. */
export function CampaignReport({
  campaign,
  report,
  followUps,
}: {
  campaign: Schemas['CampaignDetail'];
  report: Report;
  /** What to do about opens and clicks. */
  followUps: ReactNode;
}) {
  const { report: reportTexts } = useReportTexts();
  const [filter, setFilter] = useState(allDeliveries);
  const deliveries = useRef<HTMLElement>(null);
  const { _id: campaignId, name, status } = campaign;
  const isUnderWay = status === 'SENDING' || status === 'PAUSED';
  const show = (chosen: DeliveryFilter): void => {
    setFilter(chosen);
    deliveries.current?.scrollIntoView();
  };
  return (
    <>
      <Overview report={report} status={status} name={name} />
      <Waiting report={report} onShow={show} />
      {report.planning.done && <Channels report={report} />}
      <Engagement report={report} followUps={followUps} />
      <CampaignSenders report={report} />
      <Domains report={report} />
      <Costs report={report} />
      <Reasons campaign={campaign} report={report} onShow={show} />
      <Details campaignId={campaignId} report={report} />
      <section ref={deliveries} className="not-printed">
        <Title order={2} mb="sm">
          {reportTexts.deliveries}
        </Title>
        <Deliveries
          campaignId={campaignId}
          reasons={report.reasons}
          emptyText={report.planning.done ? reportTexts.noDeliveries : notCounted(status, reportTexts)}
          isUnderWay={isUnderWay}
          filter={filter}
          onFilter={setFilter}
        />
      </section>
    </>
  );
}
