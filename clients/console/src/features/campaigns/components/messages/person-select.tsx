import type { Schemas } from '@carillon/sdk';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useFoundMembers } from '../../../people';
import { useTexts } from '../../../../texts';
import { useCampaignTexts } from '../../texts';

const NO_PERSON = 'none';
/** A pause in typing before a search (milliseconds). */
const SEARCH_MS = 300;
/** A complete email address or phone number, because the API does not find parts of them. */
const wholeAddress = /^(?:[^\s@]+@[^\s@]+\.[^\s@]{2,}|\+[\d ().-]{7,})$/;

interface PersonSelectProps {
  sample: Schemas['Subscriber'][];
  value: Schemas['Subscriber'] | null;
  onChange: (person: Schemas['Subscriber'] | null) => void;
}

/** One of the first members, or the person with the entered address. */
export function PersonSelect({ sample, value, onChange }: PersonSelectProps) {
  const texts = useTexts();
  const { campaignEditor, campaign } = useCampaignTexts();
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim(), SEARCH_MS);
  const found = useFoundMembers(wholeAddress.test(sought) ? sought : '');
  const matches = wholeAddress.test(sought) ? (found.data?.pages[0]?.items ?? []) : [];
  const people = new Map([...(value ? [value] : []), ...matches, ...sample].map((each) => [each._id, each]));
  return (
    <Select
      aria-labelledby="as-person"
      size="xs"
      w={{ base: 190, sm: 260 }}
      searchable
      allowDeselect={false}
      value={value?._id ?? NO_PERSON}
      onChange={(id) => onChange(people.get(id ?? '') ?? null)}
      onSearchChange={setSearch}
      nothingFoundMessage={campaignEditor.find}
      filter={({ options, search, limit }) =>
        options
          .filter((each) => {
            if (!('value' in each)) return false;
            // The address that the service found can have another spelling.
            const isMatch = matches.some(({ _id }) => _id === each.value);
            return isMatch || each.label.toLowerCase().includes(search.trim().toLowerCase());
          })
          .slice(0, limit)
      }
      data={[
        ...[...people.values()].map(({ _id, identifier, integration }) => ({
          value: _id,
          label: `${identifier} (${texts.channels[integration]})`,
        })),
        { value: NO_PERSON, label: campaign.asNobody },
      ]}
    />
  );
}
