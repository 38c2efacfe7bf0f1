import { Badge, Checkbox, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useIsPhone } from '../../../ui/phone';
import { ChannelIcons, StatusBadge } from '../../../ui/states';
import { type TableColumn, VirtualTable } from '../../../ui/virtual-table';
import type { ListedCampaign } from '../api/campaigns';
import { type Figures, useFigures } from '../api/figures';
import { titleOf } from '../draft/title';
import { RowMenu } from './campaign-actions';
import { Selection } from './lazy-selection';
import { useTargetNames } from './target-names';

const ROW_PX = { desk: 44, phone: 60 };
/** The number of tags beside a name. */
const MOST_SHOWN = 2;

interface CampaignTableProps {
  campaigns: readonly ListedCampaign[];
  onEnd: (() => void) | undefined;
  /** Whether these are the campaigns in the archive. */
  isArchive: boolean;
}

/** The campaigns with their main figures, which are read for the visible ones. */
export default function CampaignTable({ campaigns, onEnd, isArchive }: CampaignTableProps) {
  const texts = useTexts();
  const isPhone = useIsPhone();
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const figures = useFigures(campaigns, range);
  const nameOf = useTargetNames();
  const selected = campaigns.filter(({ _id }) => chosen.has(_id));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const isAll = selected.length === campaigns.length;
  const all = (
    <Checkbox
      size="xs"
      aria-label={texts.campaignList.selectAll}
      checked={isAll}
      indeterminate={!isAll && selected.length > 0}
      onChange={() => setChosen(new Set(isAll ? [] : campaigns.map(({ _id }) => _id)))}
    />
  );
  const { columns: heads } = texts.campaignList;
  const columns: TableColumn<ListedCampaign>[] = [
    {
      key: 'select',
      head: all,
      width: '28px',
      cell: (campaign) => (
        <Checkbox
          size="xs"
          aria-label={texts.campaignList.select(titleOf(campaign.name, texts))}
          checked={chosen.has(campaign._id)}
          onChange={() => toggle(campaign._id)}
        />
      ),
    },
    {
      key: 'name',
      head: heads.name,
      width: 'minmax(0, 1fr)',
      cell: (campaign) => <Name campaign={campaign} figures={figures.get(campaign._id)} />,
    },
    ...(isPhone ? [] : deskColumns(heads)),
    {
      key: 'menu',
      head: '',
      width: '36px',
      cell: (campaign) => <RowMenu campaign={{ ...campaign, archived: isArchive }} />,
    },
  ];

  function deskColumns(names: typeof heads): TableColumn<ListedCampaign>[] {
    const of = (show: (figures: Figures) => ReactNode) => (campaign: ListedCampaign) => {
      const found = figures.get(campaign._id);
      return found && show(found);
    };
    return [
      {
        key: 'status',
        head: names.status,
        width: '108px',
        cell: ({ _id, status }) => <StatusBadge status={status} approval={figures.get(_id)?.approval} />,
      },
      {
        key: 'audience',
        head: names.audience,
        width: 'minmax(0, 0.6fr)',
        isWide: true,
        cell: of((each) => <Muted>{nameOf(each)}</Muted>),
      },
      {
        key: 'channels',
        head: names.channels,
        width: '64px',
        isWide: true,
        cell: of((each) => <ChannelIcons channels={each.channels} />),
      },
      {
        key: 'sent',
        head: names.sent,
        width: '72px',
        isNumber: true,
        cell: of((each) => <Sent of={each} />),
      },
      {
        key: 'opens',
        head: names.opens,
        width: '60px',
        isNumber: true,
        cell: of((each) => <Share count={each.opens} of={each.emails} />),
      },
      {
        key: 'clicks',
        head: names.clicks,
        width: '60px',
        isNumber: true,
        cell: of((each) => <Share count={each.clicks} of={each.emails} />),
      },
      {
        key: 'date',
        head: names.date,
        width: '96px',
        isWide: true,
        cell: (campaign) => <When campaign={campaign} figures={figures.get(campaign._id)} />,
      },
    ];
  }

  return (
    <>
      {selected.length > 0 && (
        <Suspense>
          <Selection selected={selected} isArchive={isArchive} onClear={() => setChosen(new Set())} />
        </Suspense>
      )}
      <VirtualTable
        label={texts.campaigns.list}
        columns={columns}
        rows={campaigns}
        keyOf={({ _id }) => _id}
        height={isPhone ? ROW_PX.phone : ROW_PX.desk}
        hasHeads={!isPhone}
        onEnd={onEnd}
        onRange={setRange}
      />
    </>
  );
}

/** The link to the campaign. On a phone, its figures are below it. */
function Name({ campaign, figures }: { campaign: ListedCampaign; figures: Figures | undefined }) {
  const texts = useTexts();
  const isPhone = useIsPhone();
  const { share, number } = useFormat();
  const { _id: campaignId, status, name } = campaign;
  const isWritten = status === 'DRAFT' || status === 'SCHEDULED';
  const facts = figures && [
    ...(figures.sent > 0 ? [texts.campaignList.sentCount(number(figures.sent))] : []),
    ...(figures.opens === null || figures.emails === 0
      ? []
      : [texts.campaignList.openShare(share(figures.opens, figures.emails))]),
  ];
  return (
    <div style={{ minWidth: 0 }}>
      <Group gap={6} wrap="nowrap">
        <Text truncate size="sm">
          <Link
            className="row-link"
            to={isWritten ? '/campaigns/$campaignId' : '/campaigns/$campaignId/report'}
            params={{ campaignId }}
          >
            {titleOf(name, texts)}
          </Link>
        </Text>
        <Tags names={figures?.tags ?? []} />
      </Group>
      {isPhone && (
        <Group gap={8} wrap="nowrap">
          <StatusBadge status={status} approval={figures?.approval} />
          <Text size="xs" c="dimmed" truncate component="div">
            <When campaign={campaign} figures={figures} />
            {facts?.map((fact) => ` · ${fact}`)}
          </Text>
        </Group>
      )}
    </div>
  );
}

/** The first tags. The others are in the tooltip. */
function Tags({ names }: { names: readonly string[] }) {
  const isPhone = useIsPhone();
  const shown = names.slice(0, isPhone ? 1 : MOST_SHOWN);
  const others = names.length - shown.length;
  if (names.length === 0) return null;
  return (
    <Group gap={4} wrap="nowrap" title={names.join(', ')} style={{ flexShrink: 0 }}>
      {shown.map((name) => (
        <Badge key={name} size="sm" variant="light" color="gray" tt="none" maw={120}>
          {name}
        </Badge>
      ))}
      {others > 0 && (
        <Text size="xs" c="dimmed">
          +{others}
        </Text>
      )}
    </Group>
  );
}

/** The time that matters most: of the start, or of the last edit. */
function When({ campaign, figures }: { campaign: ListedCampaign; figures: Figures | undefined }) {
  const { day } = useFormat();
  const at = figures?.publishedAt ?? figures?.scheduledAt ?? campaign.updatedAt;
  return <span className="dimmed">{day(at)}</span>;
}

/** The messages sent, and the recipients while the campaign is being sent. */
function Sent({ of: { sent, addressed, publishedAt, finishedAt } }: { of: Figures }) {
  const { number, share } = useFormat();
  if (publishedAt === null) return <span className="dimmed">–</span>;
  if (finishedAt === null && addressed > 0) return <span>{share(sent, addressed)}</span>;
  return <span>{number(sent)}</span>;
}

function Share({ count, of }: { count: number | null; of: number }) {
  const { share } = useFormat();
  return count === null || of === 0 ? <span className="dimmed">–</span> : <span>{share(count, of)}</span>;
}

function Muted({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" truncate title={children}>
      {children}
    </Text>
  );
}
