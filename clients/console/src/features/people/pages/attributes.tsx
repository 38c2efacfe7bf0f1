import type { Schemas } from '@carillon/sdk';
import {
  Button,
  Group,
  Modal,
  Progress,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { May } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { ErrorNote, ListingPane } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useAttributes, useDeleteAttribute, useDescribeAttribute } from '../api/attributes';
import { ListPage } from '../components/list-page';

type Attribute = Schemas['Attribute'];

const types = ['text', 'number', 'boolean', 'date', 'list'] as const;
type AttributeType = (typeof types)[number];
/** The choice of no type. */
const NONE = 'none';

/** The attributes of people, with their types, fill rates, and frequent values. */
export function AttributesPage() {
  const { attributes: own } = usePeopleTexts();
  const [isChanging, setChanging] = useState(false);
  const list = useAttributes(isChanging);
  const [edited, setEdited] = useState<Attribute | null>(null);
  const [deleted, setDeleted] = useState<Attribute | null>(null);
  const remove = useDeleteAttribute({ silent: true });
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const isAnyChanging = rows?.some(({ converting }) => converting !== null) ?? false;
  if (isAnyChanging !== isChanging) setChanging(isAnyChanging);

  return (
    <>
      <ListPage
        title={own.title}
        list={list}
        items={rows}
        empty={{ icon: IconTags, title: own.emptyTitle, text: own.emptyText }}
      >
        {(all) => (
          <>
            <Text c="dimmed">{own.lead}</Text>
            <ListingPane minWidth={720} heads={[own.name, own.type, own.fillRate, own.examples, own.actions]}>
              {all.map((each) => (
                <Row
                  key={each.name}
                  attribute={each}
                  onEdit={() => setEdited(each)}
                  onDelete={() => setDeleted(each)}
                />
              ))}
            </ListingPane>
            <NextPage list={list} />
          </>
        )}
      </ListPage>
      {edited && <EditForm attribute={edited} onClose={() => setEdited(null)} />}
      {deleted && (
        <Confirm
          title={own.deleteTitle(deleted.name)}
          verb={own.delete}
          action={() => remove.mutateAsync(deleted.name)}
          onClose={() => setDeleted(null)}
        >
          {own.deleteText(deleted.people)}
        </Confirm>
      )}
    </>
  );
}

interface RowProps {
  attribute: Attribute;
  onEdit: () => void;
  onDelete: () => void;
}

function Row({ attribute, onEdit, onDelete }: RowProps) {
  const { attributes: texts } = usePeopleTexts();
  const { number, share } = useFormat();
  const { name, label, type, people, fillRate, isComplete, examples, misfits, converting } = attribute;
  const count = isComplete ? number(people) : texts.atLeast(people);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {label ?? name}
        </Text>
        {label !== null && (
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{type === null ? texts.noType : texts.types[type]}</Text>
        {misfits > 0 && (
          <Text size="xs" fw={600}>
            {texts.misfits(misfits)}
          </Text>
        )}
        {converting && <Converting converting={converting} />}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{fillRate === null ? count : share(fillRate, 1)}</Text>
        {fillRate !== null && (
          <Text size="xs" c="dimmed">
            {texts.people(people)}
          </Text>
        )}
      </Table.Td>
      <Table.Td maw={280}>
        <Text size="sm" lineClamp={2}>
          {examples.join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>
        <May scope="write">
          <Group gap="xs" wrap="nowrap">
            <Button variant="default" size="compact-sm" aria-label={texts.editOf(name)} onClick={onEdit}>
              {texts.edit}
            </Button>
            <Button variant="default" size="compact-sm" aria-label={texts.deleteOf(name)} onClick={onDelete}>
              {texts.delete}
            </Button>
          </Group>
        </May>
      </Table.Td>
    </Table.Tr>
  );
}

function Converting({
  converting: { change, done, total },
}: {
  converting: NonNullable<Attribute['converting']>;
}) {
  const { attributes: texts } = usePeopleTexts();
  return (
    <Stack gap={2} mt={4}>
      <Text size="xs" c="dimmed" role="status">
        {texts.changes[change]}
      </Text>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={texts.changes[change]} />
      <VisuallyHidden>{texts.progress(done, total)}</VisuallyHidden>
    </Stack>
  );
}

function EditForm({ attribute, onClose }: { attribute: Attribute; onClose: () => void }) {
  const texts = useTexts();
  const { attributes: own } = usePeopleTexts();
  const [name, setName] = useState(attribute.name);
  const [label, setLabel] = useState(attribute.label ?? '');
  const [type, setType] = useState<AttributeType | typeof NONE>(attribute.type ?? NONE);
  const describe = useDescribeAttribute({ silent: true, done: onClose });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    describe.mutate({
      name: attribute.name,
      body: {
        label: label.trim() === '' ? null : label.trim(),
        type: type === NONE ? null : type,
        ...(name !== attribute.name && { name }),
      },
    });
  };
  const choices = [
    { value: NONE, label: own.noType },
    ...types.map((value) => ({ value, label: own.types[value] })),
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={own.editTitle(attribute.name)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={own.label}
            description={own.labelHint}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            maxLength={100}
            data-autofocus
          />
          <Select
            label={own.type}
            description={own.typeHint}
            data={choices}
            value={type}
            onChange={(value) => setType((value ?? NONE) as AttributeType | typeof NONE)}
            allowDeselect={false}
          />
          <TextInput
            label={own.name}
            description={own.nameHint}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={64}
            required
          />
          {describe.error && <ErrorNote error={describe.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={describe.isPending} disabled={name.trim() === ''}>
              {own.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
