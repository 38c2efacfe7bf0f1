import { ActionIcon, Button, Group, Modal, Paper, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schemas } from '@carillon/sdk';
import { IconEdit, IconMessages, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { useCreateTopic, useDeleteTopic, useTopics, useUpdateTopic } from '../api/topics';
import { ListPage } from '../components/list-page';

type Topic = Schemas['Topic'];

/** The limits of the API (characters). */
const MOST = { name: 60, description: 300 };

/** The topics that people can leave. */
export function TopicsPage() {
  const texts = useTexts();
  const { day } = useFormat();
  const mayWrite = useMay('write');
  const topics = useTopics();
  const [isCreating, creating] = useDisclosure(false);
  const [edited, setEdited] = useState<Topic | null>(null);
  const [deleted, setDeleted] = useState<Topic | null>(null);
  return (
    <>
      <ListPage
        title={texts.topics.title}
        create={
          <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
            {texts.topics.new}
          </Button>
        }
        list={topics}
        items={topics.data}
        empty={{ icon: IconMessages, title: texts.topics.emptyTitle, text: texts.topics.about }}
      >
        {(all) => (
          <>
            <Text>{texts.topics.about}</Text>
            <Paper className="pane" p={0}>
              <Table.ScrollContainer minWidth={560}>
                <Table highlightOnHover>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{texts.topics.name}</Table.Th>
                      <Table.Th>{texts.topics.description}</Table.Th>
                      <Table.Th>{texts.groups.created}</Table.Th>
                      <Table.Th>{texts.topics.optOuts}</Table.Th>
                      {mayWrite && <Table.Th />}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {all.map((topic) => (
                      <Table.Tr key={topic._id}>
                        <Table.Td fw={600}>{topic.name}</Table.Td>
                        <Table.Td>{topic.description}</Table.Td>
                        <Table.Td>{day(topic.createdAt)}</Table.Td>
                        <Table.Td>
                          <Link
                            className="text-link"
                            to="/people/topics/$topicId"
                            params={{ topicId: topic._id }}
                            aria-label={texts.topics.showOptOutsOf(topic.name)}
                          >
                            {texts.topics.showOptOuts}
                          </Link>
                        </Table.Td>
                        {mayWrite && (
                          <Table.Td>
                            <Group gap="xs" justify="flex-end" wrap="nowrap">
                              <ActionIcon
                                variant="subtle"
                                aria-label={texts.topics.edit(topic.name)}
                                onClick={() => setEdited(topic)}
                              >
                                <IconEdit size={18} />
                              </ActionIcon>
                              <ActionIcon
                                variant="subtle"
                                color="red"
                                aria-label={texts.topics.remove(topic.name)}
                                onClick={() => setDeleted(topic)}
                              >
                                <IconTrash size={18} />
                              </ActionIcon>
                            </Group>
                          </Table.Td>
                        )}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            </Paper>
          </>
        )}
      </ListPage>
      {isCreating && <TopicForm onClose={creating.close} />}
      {edited && <TopicForm topic={edited} onClose={() => setEdited(null)} />}
      {deleted && <DeleteTopic topic={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

/** Without a topic, creates one. */
function TopicForm({ topic, onClose }: { topic?: Topic; onClose: () => void }) {
  const texts = useTexts();
  const [name, setName] = useState(topic?.name ?? '');
  const [description, setDescription] = useState(topic?.description ?? '');
  const create = useCreateTopic({ silent: true, done: onClose });
  const update = useUpdateTopic({ silent: true, done: onClose });
  const error = create.error ?? update.error;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const typed = { name: name.trim(), description: description.trim() };
    if (topic) update.mutate({ topicId: topic._id, ...typed });
    else create.mutate(typed);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={topic ? texts.topics.edit(topic.name) : texts.topics.new}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.topics.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={MOST.name}
            required
            data-autofocus
          />
          <TextInput
            label={texts.topics.description}
            description={texts.topics.shown}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            maxLength={MOST.description}
          />
          {error && <ErrorNote error={error} />}
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={create.isPending || update.isPending}
              disabled={name.trim() === ''}
            >
              {topic ? texts.topics.save : texts.topics.create}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function DeleteTopic({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const texts = useTexts();
  const remove = useDeleteTopic({ silent: true });
  return (
    <Confirm
      title={texts.topics.remove(topic.name)}
      verb={texts.topics.delete}
      action={() => remove.mutateAsync(topic._id)}
      onClose={onClose}
    >
      {texts.topics.deleteText}
    </Confirm>
  );
}
