import type { Schemas } from '@carillon/sdk';
import { Button, Table, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '../../../texts';
import { ListingPane } from '../../../ui/page';
import { ListPage } from '../../people';
import { useSegmentCount, useSegments } from '../api/segments';
import { useNaming } from '../components/naming';
import { countText } from '../components/segment-preview';
import { readingOf } from '../reading';

/** All segments, with the number of their people. */
export function SegmentsPage() {
  const { segments: texts } = useTexts();
  const segments = useSegments();
  return (
    <ListPage
      title={texts.title}
      create={
        <Button component={Link} to="/people/segments/new" leftSection={<IconPlus size={16} />}>
          {texts.new}
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
  const { day } = useFormat();
  const naming = useNaming();
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
          {readingOf(conditions, texts, naming)}
        </Text>
      </Table.Td>
      <Table.Td className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {count.data
          ? countText(count.data, texts) || texts.segments.problemsTitle
          : count.isError
            ? '–'
            : '…'}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{day(updatedAt)}</Table.Td>
    </Table.Tr>
  );
}
