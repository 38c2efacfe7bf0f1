import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Checkbox, Modal, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../../texts';
import { useSettingsTexts } from '../../texts';
import { DialogButtons } from '../../../../ui/confirm';
import { type Once, ShownOnce, useShownOnce } from '../new-key';
import { ErrorNote } from '../../../../ui/page';
import { useCreateWebhook, useRotateSecret, useUpdateWebhook } from '../../api/webhooks';

type Webhook = Schemas['Webhook'];
type Type = Webhook['eventTypes'][number];

/** Creates or changes an endpoint. A new secret is shown once. */
export function EndpointForm({ endpoint, onClose }: { endpoint?: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const { webhooks: labels } = useSettingsTexts();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [types, setTypes] = useState<string[]>(endpoint?.eventTypes ?? ['campaign.completed']);
  const [batch, setBatch] = useState(endpoint?.batch ?? true);
  const all = Object.keys(labels.types) as Type[];
  const create = useCreateWebhook({ silent: true });
  const update = useUpdateWebhook({ silent: true, done: onClose });
  const error = create.error ?? update.error;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const body = {
      url: url.trim(),
      description: description.trim() === '' ? null : description.trim(),
      eventTypes: all.filter((type) => types.includes(type)),
      batch,
    };
    if (endpoint) update.mutate({ id: endpoint._id, ...body });
    else create.mutate(body);
  };
  const { close, once } = useShownOnce(create.data?.secret !== undefined, onClose);
  const title = endpoint ? texts.edit : labels.add;
  if (create.data)
    return (
      <Modal
        opened
        onClose={close}
        title={title}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Secret secret={create.data.secret} once={once} />
      </Modal>
    );
  return (
    <Modal opened size="lg" onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={labels.url}
            description={labels.urlHint}
            type="url"
            placeholder="https://example.com/carillon"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            required
            data-autofocus
          />
          <TextInput
            label={labels.description}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            maxLength={200}
          />
          <Checkbox.Group label={labels.events} value={types} onChange={setTypes}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={6} mt={6}>
              {all.map((type) => (
                <Checkbox key={type} value={type} label={labels.types[type]} description={type} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          {types.some((type) => type.startsWith('delivery.')) && (
            <Switch
              label={labels.batch}
              description={labels.batchHint}
              checked={batch}
              onChange={(event) => setBatch(event.currentTarget.checked)}
            />
          )}
          {error && <ErrorNote error={error} />}
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={create.isPending || update.isPending}
              disabled={types.length === 0}
            >
              {endpoint ? texts.save : labels.create}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Undefined: the response with it was lost, and the API doesn't return it again. */
function Secret({ secret, once }: { secret: string | undefined; once: Once }) {
  const { webhooks: labels } = useSettingsTexts();
  return secret === undefined ? (
    <Alert color="red" title={labels.secretLost} />
  ) : (
    <ShownOnce value={secret} warning={labels.secretOnce} {...once} />
  );
}

/** Replaces the secret of an endpoint. The new secret is shown once. */
export function Rotate({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const { webhooks: labels } = useSettingsTexts();
  const rotate = useRotateSecret({ silent: true });
  const { close, once } = useShownOnce(rotate.data?.secret !== undefined, onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={labels.rotate}
      closeOnClickOutside={!rotate.data}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {rotate.data ? (
        <Secret secret={rotate.data.secret} once={once} />
      ) : (
        <Stack>
          <Text size="sm">{labels.rotateText}</Text>
          {rotate.error && <ErrorNote error={rotate.error} />}
          <DialogButtons onClose={onClose}>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(endpoint._id)}>
              {labels.rotate}
            </Button>
          </DialogButtons>
        </Stack>
      )}
    </Modal>
  );
}
