import type { Schemas } from '@carillon/sdk';
import { Button, Paper, Stack, Table, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { Empty, ErrorNote, Listing, Loading, PageHead } from '../../../ui/page';
import { PeopleNav } from '../../people';
import { useSegmentCount, useSegments } from '../api/segments';
import { useNaming } from '../components/naming';
import { countText } from '../components/segment-preview';
import { readingOf } from '../reading';

/** All segments, with the number of their people. */
export function SegmentsPage() {
  const texts = useTexts();
  const mayWrite = useMay('write');
  const segments = useSegments();
  const create = mayWrite && (
    <Button component={Link} to="/people/segments/new" leftSection={<IconPlus size={16} />}>
      {texts.segments.new}
    </Button>
  );
  return (
    <>
      <PageHead title={texts.segments.title}>{create}</PageHead>
      <PeopleNav />
      {segments.isPending ? (
        <Loading />
      ) : segments.isLoadingError ? (
        <ErrorNote error={segments.error} retry={() => void segments.refetch()} />
      ) : segments.data.length === 0 ? (
        <Empty icon={<IconFilter size={44} stroke={1.4} />} title={texts.segments.emptyTitle} action={create}>
          {texts.segments.emptyText} {!mayWrite && texts.identity.mayOnlyRead}
        </Empty>
      ) : (
        <Stack>
          <Text size="sm" c="dimmed">
            {texts.segments.lead}
          </Text>
          <Paper className="pane" p={0}>
            <Listing
              minWidth={560}
              heads={[texts.segments.name, texts.segments.people, texts.segments.changed]}
            >
              {segments.data.map((segment) => (
                <SegmentRow key={segment._id} segment={segment} />
              ))}
            </Listing>
          </Paper>
        </Stack>
      )}
    </>
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
