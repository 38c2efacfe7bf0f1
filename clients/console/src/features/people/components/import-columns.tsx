import type { Schemas } from '@carillon/sdk';
import { Select, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  type AddressMapping,
  type ContactColumn,
  type CsvHead,
  type Mapping,
  contactColumns,
  guessAddressMapping,
  guessPeople,
} from '../csv';
import { useTexts } from '../../../texts';
import { useImportTexts } from '../import-texts';
import { usePeopleTexts } from '../texts';

interface ImportColumnsProps {
  head: CsvHead;
  mapping: Mapping;
  onMap: (mapping: Mapping) => void;
  onSeparator: (separator: CsvHead['delimiter']) => void;
  children: ReactNode;
}

/** Selects for the separator of a file, and for the columns with addresses. */
export function ImportColumns({ head, mapping, onMap, onSeparator, children }: ImportColumnsProps) {
  const imports = useImportTexts();
  const { group: groupTexts } = usePeopleTexts();
  const columns = [...new Set(head.columns.filter((each) => each !== ''))];
  const { delimiterChoices } = head.found;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {delimiterChoices.length > 1 && (
        <Select
          label={imports.separator}
          data={delimiterChoices.map((value) => ({ value, label: imports.separators[value] ?? value }))}
          value={head.delimiter}
          allowDeselect={false}
          onChange={(value) => {
            const chosen = delimiterChoices.find((each) => each === value);
            if (chosen) onSeparator(chosen);
          }}
        />
      )}
      <Select
        label={groupTexts.mapRows}
        data={[
          { value: 'people', label: groupTexts.rowsOfPeople },
          { value: 'addresses', label: groupTexts.rowsOfAddresses },
        ]}
        value={mapping.people ? 'people' : 'addresses'}
        allowDeselect={false}
        onChange={(value) =>
          onMap(
            value === 'people' ? { people: guessPeople(head.columns) } : guessAddressMapping(head.columns),
          )
        }
      />
      {mapping.people ? (
        contactColumns.map((field) => (
          <PeopleColumn
            key={field}
            field={field}
            columns={columns}
            chosen={mapping.people[field]}
            onChoose={(column) => onMap({ people: withColumn(mapping.people, field, column) })}
          />
        ))
      ) : (
        <AddressColumns columns={columns} mapping={mapping} onMap={onMap} />
      )}
      {children}
    </SimpleGrid>
  );
}

type People = Record<ContactColumn, string | null>;

/** Only SMS and WhatsApp can share a column. */
function withColumn(people: People, field: ContactColumn, column: string | null): People {
  const mayShare = (other: ContactColumn): boolean => isNumber(field) && isNumber(other);
  const others = contactColumns.filter((other) => other !== field && !mayShare(other));
  const freed = others.filter((other) => column !== null && people[other] === column);
  return {
    ...people,
    ...Object.fromEntries(freed.map((other) => [other, null])),
    [field]: column,
  };
}

function isNumber(field: ContactColumn): boolean {
  return field === 'phone' || field === 'whatsapp';
}

interface PeopleColumnProps {
  field: ContactColumn;
  columns: readonly string[];
  chosen: string | null;
  onChoose: (column: string | null) => void;
}

function PeopleColumn({ field, columns, chosen, onChoose }: PeopleColumnProps) {
  const { group } = usePeopleTexts();
  return (
    <Select
      label={group.mapFields[field]}
      description={field === 'externalId' ? group.externalIdHint : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        { value: '', label: group.mapNone },
        ...columns.map((each) => ({ value: `column ${each}`, label: each })),
      ]}
      value={chosen === null ? '' : `column ${chosen}`}
      allowDeselect={false}
      onChange={(value) => onChoose(value === null || value === '' ? null : value.slice('column '.length))}
    />
  );
}

interface AddressColumnsProps {
  columns: readonly string[];
  mapping: AddressMapping;
  onMap: (mapping: Mapping) => void;
}

function AddressColumns({ columns, mapping, onMap }: AddressColumnsProps) {
  const texts = useTexts();
  const { group: groupTexts } = usePeopleTexts();
  const everybody = (channel: AddressMapping['everybody']): string =>
    groupTexts.mapChannelAll(texts.channels[channel.toUpperCase() as Schemas['Channel']]);
  const channelChoices = [
    ...columns
      .filter((each) => each !== mapping.address)
      .map((each) => ({ value: `column ${each}`, label: each })),
    ...(['email', 'whatsapp', 'sms'] as const).map((each) => ({ value: each, label: everybody(each) })),
  ];
  const chooseChannel = (value: string | null): void => {
    if (value === 'email' || value === 'whatsapp' || value === 'sms')
      onMap({ ...mapping, channel: null, everybody: value });
    else if (value !== null) onMap({ ...mapping, channel: value.slice('column '.length) });
  };
  return (
    <>
      <Select
        label={groupTexts.mapAddress}
        data={columns}
        value={mapping.address}
        allowDeselect={false}
        onChange={(address) => onMap({ ...mapping, address: address ?? mapping.address })}
      />
      <Select
        label={groupTexts.mapChannel}
        data={channelChoices}
        value={mapping.channel === null ? mapping.everybody : `column ${mapping.channel}`}
        allowDeselect={false}
        onChange={chooseChannel}
      />
    </>
  );
}
