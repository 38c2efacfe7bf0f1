import { Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { useTemplateTexts } from '../texts';
import { Empty, ErrorNote, ListingPane, Loading, PageHead } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { ChannelIcons } from '../../../ui/states';
import { type Template, useTemplates } from '../api/templates';
import { TemplateActions } from '../components/template-actions';
import { TemplateThumbnail } from '../components/template-thumbnail';
import { TemplatesNav } from '../components/templates-nav';

/** A pause in typing before a search (milliseconds). */
const SEARCH_MS = 300;

/** The templates of the account. */
export function TemplatesPage() {
  const { actions } = useTexts();
  const texts = useTemplateTexts();
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim(), SEARCH_MS);
  const list = useTemplates(sought);
  const templates = list.data?.pages.flatMap(({ items }) => items);
  const isEmpty = templates?.length === 0 && sought === '';
  const shown = () => {
    if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
    if (!templates) return <Loading />;
    if (isEmpty)
      return (
        <Empty icon={<IconTemplate size={44} stroke={1.4} />} title={texts.emptyTitle}>
          {texts.emptyText}
        </Empty>
      );
    if (templates.length === 0) return <Text c="dimmed">{texts.noMatch}</Text>;
    return (
      <>
        <ListingPane minWidth={520} heads={[texts.name, texts.channels, texts.changed, actions]}>
          {templates.map((template) => (
            <TemplateRow key={template._id} template={template} />
          ))}
        </ListingPane>
        <NextPage list={list} />
      </>
    );
  };
  return (
    <>
      <PageHead title={texts.title} />
      <TemplatesNav />
      <Stack>
        {!isEmpty && (
          <>
            <Text size="sm" c="dimmed">
              {texts.lead}
            </Text>
            <TextInput
              aria-label={texts.search}
              placeholder={texts.search}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={search}
              maw={360}
              maxLength={100}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          </>
        )}
        {shown()}
      </Stack>
    </>
  );
}

function TemplateRow({ template }: { template: Template }) {
  const { day } = useFormat();
  const mayWrite = useMay('write');
  const { name, channels, updatedAt } = template;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <TemplateThumbnail template={template} />
          <Text span inherit style={{ overflowWrap: 'anywhere' }} miw="6rem">
            {name}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td>
        <ChannelIcons channels={channels} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{day(updatedAt)}</Table.Td>
      <Table.Td>{mayWrite && <TemplateActions template={template} />}</Table.Td>
    </Table.Tr>
  );
}
