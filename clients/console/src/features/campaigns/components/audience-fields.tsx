import type { Schemas } from '@carillon/sdk';
import { MultiSelect, Select } from '@mantine/core';
import { useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { byFoldedLabel } from '../../../ui/folded-filter';
import { useDeletedGroups, useGroups, useTopics } from '../../people';
import { useSegments } from '../../segments';
import type { Draft } from '../draft/draft';
import { ChannelsField } from './channels-field';

/** What distinguishes segments from groups in the list of exclusions. */
const SEGMENT = 'segment:';

interface AudienceFieldsProps extends Pick<Draft, 'groups' | 'audience'> {
  isReadOnly: boolean;
  onChange: (change: Partial<Draft>) => void;
}

/** The groups and segments that the campaign targets, those that it excludes, the topic, and the channels. */
export function AudienceFields({ groups, audience, isReadOnly, onChange }: AudienceFieldsProps) {
  const all = useTexts();
  const { campaign: texts } = useCampaignTexts();
  const { segments, excludeGroups, excludeSegments } = audience;
  const groupsOf = useGroupChoice([...groups, ...excludeGroups]);
  const segmentsOf = useSegmentChoice();
  const isWithoutTarget = groups.length + segments.length === 0;
  const ofSegments = (chosen: readonly string[]): Choice[] =>
    segmentsOf(chosen).map(({ value, label }) => ({ value: `${SEGMENT}${value}`, label }));
  const excluded = [...excludeGroups, ...excludeSegments.map((id) => `${SEGMENT}${id}`)];
  const exclude = (values: readonly string[]): void => {
    const isSegment = (value: string): boolean => value.startsWith(SEGMENT);
    onChange({
      audience: {
        ...audience,
        excludeGroups: values.filter((value) => !isSegment(value)),
        excludeSegments: values.filter(isSegment).map((value) => value.slice(SEGMENT.length)),
      },
    });
  };
  return (
    <>
      <MultiSelect
        id="campaign-groups"
        filter={byFoldedLabel}
        label={texts.groups}
        description={texts.groupsHint}
        data={groupsOf(groups)}
        value={groups}
        readOnly={isReadOnly}
        searchable
        required={!isReadOnly && segments.length === 0}
        placeholder={isWithoutTarget ? texts.groupsNone : ''}
        nothingFoundMessage={all.campaign.groupsEmpty}
        onChange={(ids) => onChange({ groups: ids })}
      />
      <MultiSelect
        filter={byFoldedLabel}
        label={texts.segments}
        description={texts.segmentsHint}
        data={segmentsOf(segments)}
        value={segments}
        readOnly={isReadOnly}
        searchable
        nothingFoundMessage={texts.segmentsEmpty}
        onChange={(ids) => onChange({ audience: { ...audience, segments: ids } })}
      />
      <MultiSelect
        filter={byFoldedLabel}
        label={texts.excluded}
        description={texts.excludedHint}
        data={[
          { group: texts.groups, items: groupsOf(excludeGroups) },
          { group: texts.segments, items: ofSegments(excludeSegments) },
        ]}
        value={excluded}
        readOnly={isReadOnly}
        searchable
        nothingFoundMessage={texts.excludedEmpty}
        onChange={exclude}
      />
      <TopicField
        topic={audience.topic}
        isReadOnly={isReadOnly}
        onChange={(topic) => onChange({ audience: { ...audience, topic } })}
      />
      <ChannelsField
        channels={audience.channels}
        isReadOnly={isReadOnly}
        onChange={(channels) => onChange({ audience: { ...audience, channels } })}
      />
    </>
  );
}

interface TopicFieldProps {
  topic: string | null;
  isReadOnly: boolean;
  onChange: (topic: string | null) => void;
}

/** Hidden while the account has no topics. */
function TopicField({ topic, isReadOnly, onChange }: TopicFieldProps) {
  const all = useTexts();
  const { campaign: texts } = useCampaignTexts();
  const topics = useTopics().data;
  const present = choiceOf(topics);
  const isGone = topics !== undefined && topic !== null && !present.some(({ value }) => value === topic);
  if (present.length === 0 && !isGone) return null;
  return (
    <Select
      label={texts.topic}
      description={texts.topicHint}
      placeholder={texts.topicNone}
      data={[...present, ...(isGone ? [{ value: topic, label: all.campaign.topicGone }] : [])]}
      value={topic}
      readOnly={isReadOnly}
      clearable={!isReadOnly}
      onChange={onChange}
    />
  );
}

interface Choice {
  value: string;
  label: string;
}

/** All groups, and the names of selected groups that were deleted. */
function useGroupChoice(named: readonly string[]): (chosen: readonly string[]) => Choice[] {
  const { campaign: texts } = useTexts();
  const groups = useGroups().data;
  const present = choiceOf(groups);
  const missing = named.filter((id) => !present.some(({ value }) => value === id));
  const deleted = useDeletedGroups(groups !== undefined && missing.length > 0);
  return (chosen) => [
    ...present,
    ...chosen
      .filter((id) => missing.includes(id))
      .map((value) => ({ value, label: deleted ? texts.groupGone(deleted.get(value)) : '…' })),
  ];
}

/** All segments, and selected segments that were deleted. */
function useSegmentChoice(): (chosen: readonly string[]) => Choice[] {
  const { campaign: texts } = useCampaignTexts();
  const segments = useSegments().data;
  const present = choiceOf(segments);
  return (chosen) => [
    ...present,
    ...chosen
      .filter((id) => !present.some(({ value }) => value === id))
      .map((value) => ({ value, label: segments ? texts.segmentGone : '…' })),
  ];
}

function choiceOf(items: readonly Pick<Schemas['Group'], '_id' | 'name'>[] = []): Choice[] {
  return items.map(({ _id: value, name: label }) => ({ value, label }));
}
