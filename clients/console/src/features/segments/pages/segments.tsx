import type { Schemas } from '@carillon/sdk';
import { Button, Table, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '../../../texts';
import { useSegmentTexts } from '../texts';
import { ListingPane } from '../../../ui/page';
import { ListPage } from '../../people';
import { useSegmentCount, useSegments } from '../api/segments';
import { countText } from '../components/segment-preview';
import { useReading } from '../components/use-reading';

/** All segments, with the number of their people. */
export function SegmentsPage() {
  const all = useTexts();
  const { segments: texts } = useSegmentTexts();
  const segments = useSegments();
  return (
    <ListPage
      title={texts.title}
      create={
        <Button component={Link} to="/people/segments/new" leftSection={<IconPlus size={16} />}>
          {all.segments.new}
        </Button>
      }
      list={segments}
      items={segments.data}
      empty={{ icon: IconFilter, title: texts.emptyTitle, text: texts.emptyText }}
    >
      {(all) => (
        <>
          <Text size="sm" c="dimmed">
            {texts.lead}
          </Text>
          <ListingPane minWidth={560} heads={[texts.name, texts.people, texts.changed]}>
            {all.map((segment) => (
              <SegmentRow key={segment._id} segment={segment} />
            ))}
          </ListingPane>
        </>
      )}
    </ListPage>
  );
}

function SegmentRow({ segment }: { segment: Schemas['Segment'] }) {
  const texts = useTexts();
  const { segments: segmentTexts } = useSegmentTexts();
  const { day } = useFormat();
  const read = useReading();
  const { _id: segmentId, name, conditions, updatedAt } = segment;
  // Counting takes time, and an account can have hundreds of segments.
  const { ref, inViewport } = useInViewport<HTMLTableRowElement>();
  const count = useSegmentCount(segmentId, inViewport);
  return (
    <Table.Tr ref={ref}>
      <Table.Td>
        <Link className="row-link" to="/people/segments/$segmentId" params={{ segmentId }}>
          {name}
        </Link>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {read(conditions)}
        </Text>
      </Table.Td>
      <Table.Td className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {count.data
          ? countText(count.data, texts, segmentTexts) || segmentTexts.problemsTitle
          : count.isError
            ? '–'
            : '…'}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{day(updatedAt)}</Table.Td>
    </Table.Tr>
  );
}
