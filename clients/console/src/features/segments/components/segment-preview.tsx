import type { Schemas } from '@carillon/sdk';
import { Alert, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Texts, useTexts } from '../../../texts';
import { type SegmentTexts, useSegmentTexts } from '../texts';
import { ErrorNote } from '../../../ui/page';
import { PersonLink } from '../../people';
import { useSegmentPreview } from '../api/segments';
import type { Conditions } from '../conditions';
import type { Naming } from '../reading';
import { useNaming } from './naming';
import { useReading } from './use-reading';

/** How long nothing must change before people are counted again (milliseconds). */
const REST_MS = 500;

interface SegmentPreviewProps {
  /** Null: a condition lacks a value. */
  conditions: Conditions | null;
}

/** The conditions as a sentence, the number of people who match them, and some of these people. */
export function SegmentPreview({ conditions }: SegmentPreviewProps) {
  const texts = useTexts();
  const { segments: segmentTexts } = useSegmentTexts();
  const naming = useNaming();
  const read = useReading();
  // Each render builds the conditions again. Equal ones are one text.
  const [text] = useDebouncedValue(JSON.stringify(conditions), REST_MS);
  const rested = JSON.parse(text) as Conditions | null;
  const preview = useSegmentPreview(rested);
  const isCurrent = text === JSON.stringify(conditions) && !preview.isPlaceholderData;
  return (
    <Paper className="pane" component="section" aria-label={segmentTexts.count}>
      <Stack gap="sm">
        <Title order={2}>{segmentTexts.count}</Title>
        {conditions && <Text size="sm">{segmentTexts.reading(read(conditions))}</Text>}
        <Text fw={600} className="numbers" role="status">
          {conditions === null
            ? segmentTexts.incomplete
            : preview.data && isCurrent
              ? countText(preview.data, texts, segmentTexts)
              : !preview.isError && segmentTexts.counting}
        </Text>
        {conditions && preview.isError && isCurrent && (
          <ErrorNote error={preview.error} retry={() => void preview.refetch()} />
        )}
        {conditions && preview.data && isCurrent && (
          <>
            <Problems problems={preview.data.problems} naming={naming} />
            <Sample people={preview.data.sample} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

type Counted = Pick<Schemas['SegmentCount'], 'people' | 'isComplete' | 'problems'>;

/** Empty: the conditions name something that no longer exists, so there is no count. */
export function countText(
  { people, isComplete, problems }: Counted,
  { people: amount }: Texts,
  { atLeastSoMany }: SegmentTexts['segments'],
): string {
  if (problems.length > 0) return '';
  return isComplete ? amount(people) : atLeastSoMany(amount(people));
}

function Problems({ problems, naming }: { problems: Counted['problems']; naming: Naming }) {
  const { segments: texts } = useSegmentTexts();
  if (problems.length === 0) return null;
  return (
    <Alert color="orange" title={texts.problemsTitle}>
      {problems.map(({ kind, what }) => (
        <Text size="sm" key={`${kind} ${what}`} style={{ overflowWrap: 'anywhere' }}>
          {texts.problems[kind](kind === 'ATTRIBUTE' ? naming.attribute(what) : what)}
        </Text>
      ))}
    </Alert>
  );
}

function Sample({ people }: { people: readonly Schemas['Person'][] }) {
  const { segments: texts } = useSegmentTexts();
  if (people.length === 0) return null;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {texts.sample}
      </Text>
      <List size="sm">
        {people.map(({ _id, email, phone, whatsapp }) => {
          const [address] = [...email, ...phone, ...whatsapp];
          return (
            <List.Item key={_id}>
              {address === undefined ? texts.withoutAddress : <PersonLink identifier={address} />}
            </List.Item>
          );
        })}
      </List>
    </div>
  );
}
