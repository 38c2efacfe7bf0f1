import { useMemo } from 'react';
import { useTexts } from '../../../texts';
import { useGroups } from '../../people';
import { useSegments } from '../../segments';
import type { Figures } from '../api/figures';

/** The names of the groups and segments of a campaign, as one text. */
export function useTargetNames(): (figures: Figures) => string {
  const texts = useTexts();
  const groups = useGroups();
  const segments = useSegments();
  const names = useMemo(() => {
    if (!groups.data || !segments.data) return null;
    return new Map([...groups.data, ...segments.data].map(({ _id, name }) => [_id, name]));
  }, [groups.data, segments.data]);
  return ({ groups: groupIds, segments: segmentIds }) =>
    names === null
      ? ''
      : [...groupIds, ...segmentIds]
          .map((id) => names.get(id) ?? texts.campaignList.deletedTarget)
          .join(', ');
}
