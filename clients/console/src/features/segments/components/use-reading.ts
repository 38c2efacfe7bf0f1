import { useTexts } from '../../../texts';
import type { Conditions } from '../conditions';
import { readingOf } from '../reading';
import { useSegmentTexts } from '../texts';
import { useNaming } from './naming';

/** Formats conditions as a sentence part in the language of the reader. */
export function useReading(): (conditions: Conditions) => string {
  const { channels, yes, no } = useTexts();
  const { segmentReading } = useSegmentTexts();
  const naming = useNaming();
  return (conditions) => readingOf(conditions, { segmentReading, channels, yes, no }, naming);
}
