import { Select } from '@mantine/core';
import { useSegmentTexts } from '../texts';
import { byFoldedLabel } from '../../../ui/folded-filter';
import { NumberField } from '../../../ui/number-field';
import { useSentCampaigns } from '../api/subjects';
import { type BehaviorCondition, type Condition, atLeastOf } from '../conditions';

const ANY = 'any';
const behaviors = ['SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'REPLIED'] as const;

interface BehaviorFieldsProps {
  condition: BehaviorCondition;
  isReadOnly: boolean;
  onChange: (condition: Condition) => void;
}

/** What people did with a campaign, or with at least some number of campaigns, and when. */
export function BehaviorFields({ condition, isReadOnly, onChange }: BehaviorFieldsProps) {
  const { segments: texts } = useSegmentTexts();
  const campaigns = useSentCampaigns().data;
  const { did, campaignId, inLastDays } = condition;
  const atLeast = atLeastOf(condition);
  const change = (changed: {
    did?: BehaviorCondition['did'];
    campaignId?: string | undefined;
    inLastDays?: number | undefined;
    atLeast?: number;
  }): void => {
    const next = { did, campaignId, inLastDays, atLeast, ...changed };
    onChange({
      did: next.did,
      ...(next.campaignId !== undefined && { campaignId: next.campaignId }),
      ...(next.inLastDays !== undefined && { inLastDays: next.inLastDays }),
      // One campaign can't be counted several times.
      ...(next.campaignId === undefined && next.atLeast !== 1 && { atLeast: next.atLeast }),
    });
  };
  const present = (campaigns ?? []).map(({ _id: value, name: label }) => ({ value, label }));
  const isKnown = campaignId === undefined || present.some(({ value }) => value === campaignId);
  return (
    <>
      <Select
        label={texts.behavior}
        data={behaviors.map((value) => ({ value, label: texts.behaviors[value] }))}
        value={did}
        readOnly={isReadOnly}
        allowDeselect={false}
        w={{ base: '100%', xs: 180 }}
        onChange={(chosen) => {
          const behavior = behaviors.find((each) => each === chosen);
          if (behavior) change({ did: behavior });
        }}
      />
      <Select
        label={texts.campaign}
        data={[
          { value: ANY, label: texts.anyCampaign },
          ...present,
          ...(isKnown ? [] : [{ value: campaignId, label: campaigns ? campaignId : '…' }]),
        ]}
        value={campaignId ?? ANY}
        readOnly={isReadOnly}
        searchable
        filter={byFoldedLabel}
        allowDeselect={false}
        w={{ base: '100%', xs: 200 }}
        onChange={(chosen) => change({ campaignId: chosen === ANY || chosen === null ? undefined : chosen })}
      />
      <NumberField
        {...{ min: 0, max: 36_500, decimals: 0 }}
        label={texts.inLastDays}
        title={texts.ever}
        placeholder={texts.anyTime}
        value={inLastDays ?? null}
        readOnly={isReadOnly}
        w={{ base: '100%', xs: 140 }}
        onChange={(typed) => change({ inLastDays: typed ?? undefined })}
      />
      {campaignId === undefined && (
        <NumberField
          {...{ min: 1, max: 1_000, decimals: 0 }}
          label={texts.times}
          value={Number.isNaN(atLeast) ? null : atLeast}
          readOnly={isReadOnly}
          w={{ base: '100%', xs: 190 }}
          onChange={(typed) => change({ atLeast: typed ?? NaN })}
        />
      )}
    </>
  );
}
