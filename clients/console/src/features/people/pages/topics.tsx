import { ActionIcon, Button, Group, Modal, Paper, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schemas } from '@carillon/sdk';
import { IconEdit, IconMessages, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { useCreateTopic, useDeleteTopic, useTopics, useUpdateTopic } from '../api/topics';
import { ListPage } from '../components/list-page';

type Topic = Schemas['Topic'];

/** The limits of the API (characters). */
const MOST = { name: 60, description: 300 };

/** The topics that people can leave. */
export function TopicsPage() {
  const { topics: topicTexts, groups } = usePeopleTexts();
  const { day } = useFormat();
  const mayWrite = useMay('write');
  const topics = useTopics();
  const [isCreating, creating] = useDisclosure(false);
  const [edited, setEdited] = useState<Topic | null>(null);
  const [deleted, setDeleted] = useState<Topic | null>(null);
  return (
    <>
      <ListPage
        title={topicTexts.title}
        create={
          <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
            {topicTexts.new}
          </Button>
        }
        list={topics}
        items={topics.data}
        empty={{ icon: IconMessages, title: topicTexts.emptyTitle, text: topicTexts.about }}
      >
        {(all) => (
          <>
            <Text>{topicTexts.about}</Text>
            <Paper className="pane" p={0}>
              <Table.ScrollContainer minWidth={560}>
                <Table highlightOnHover>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{topicTexts.name}</Table.Th>
                      <Table.Th>{topicTexts.description}</Table.Th>
                      <Table.Th>{groups.created}</Table.Th>
                      <Table.Th>{topicTexts.optOuts}</Table.Th>
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
                            aria-label={topicTexts.showOptOutsOf(topic.name)}
                          >
                            {topicTexts.showOptOuts}
                          </Link>
                        </Table.Td>
                        {mayWrite && (
                          <Table.Td>
                            <Group gap="xs" justify="flex-end" wrap="nowrap">
                              <ActionIcon
                                variant="subtle"
                                aria-label={topicTexts.edit(topic.name)}
                                onClick={() => setEdited(topic)}
                              >
                                <IconEdit size={18} />
                              </ActionIcon>
                              <ActionIcon
                                variant="subtle"
                                color="red"
                                aria-label={topicTexts.remove(topic.name)}
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
  const { topics: topicTexts } = usePeopleTexts();
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
      title={topic ? topicTexts.edit(topic.name) : topicTexts.new}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={topicTexts.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={MOST.name}
            required
            data-autofocus
          />
          <TextInput
            label={topicTexts.description}
            description={topicTexts.shown}
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
              {topic ? topicTexts.save : topicTexts.create}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function DeleteTopic({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const { topics: topicTexts } = usePeopleTexts();
  const remove = useDeleteTopic({ silent: true });
  return (
    <Confirm
      title={topicTexts.remove(topic.name)}
      verb={topicTexts.delete}
      action={() => remove.mutateAsync(topic._id)}
      onClose={onClose}
    >
      {topicTexts.deleteText}
    </Confirm>
  );
}
