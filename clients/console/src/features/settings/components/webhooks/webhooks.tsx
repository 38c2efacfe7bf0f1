import type { Schemas } from '@carillon/sdk';
import { Alert, Badge, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { IconDots, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../../app/session/session';
import { useFormat, useTexts } from '../../../../texts';
import { useSettingsTexts } from '../../texts';
import { Confirm } from '../../../../ui/confirm';
import { ManagedList } from '../../../../ui/managed-list';
import { useDeleteWebhook, useTestWebhook, useUpdateWebhook, useWebhooks } from '../../api/webhooks';
import { Attempts } from './attempts';
import { outcomeOf } from './outcome';
import { EndpointForm, Rotate } from './webhook-form';

type Webhook = Schemas['Webhook'];

/** The user's webhook endpoints. */
export function Webhooks() {
  const { webhooks: labels } = useSettingsTexts();
  const isAdmin = useMay('admin');
  return (
    <ManagedList
      list={useWebhooks()}
      icon={<IconWebhook size={40} />}
      labels={labels}
      mayAdd={isAdmin}
      entry={(each) => <Endpoint key={each._id} endpoint={each} isAdmin={isAdmin} />}
      form={(close) => <EndpointForm onClose={close} />}
    />
  );
}

function stateOf({ disabledFor, failingSince }: Webhook): 'works' | 'fails' | 'USER' | 'FAILURES' | 'GONE' {
  return disabledFor ?? (failingSince === null ? 'works' : 'fails');
}

const colors = { works: 'teal', fails: 'yellow', USER: 'gray', FAILURES: 'red', GONE: 'red' } as const;

type Open = 'edit' | 'rotate' | 'delete' | 'attempts';

function Endpoint({ endpoint, isAdmin }: { endpoint: Webhook; isAdmin: boolean }) {
  const texts = useTexts();
  const { settings, webhooks: labels } = useSettingsTexts();
  const { time } = useFormat();
  const [open, setOpen] = useState<Open | null>(null);
  const { _id: id, url, description, eventTypes, disabledFor, failingSince } = endpoint;
  const state = stateOf(endpoint);
  const close = () => setOpen(null);
  const test = useTestWebhook();
  const turn = useUpdateWebhook();
  const remove = useDeleteWebhook({ silent: true });
  return (
    <Paper className="pane" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 260px">
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>
            <Badge variant="light" tt="none" radius="sm" color={colors[state]}>
              {labels.states[state]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {[description, labels.eventCount(eventTypes.length)].filter(Boolean).join(' · ')}
          </Text>
          {failingSince !== null && <Text size="sm">{labels.failing(time(failingSince))}</Text>}
          {disabledFor !== null && disabledFor !== 'USER' && <Text size="sm">{labels.disabledHint}</Text>}
        </Stack>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setOpen('attempts')}>
            {labels.attempts}
          </Button>
          {isAdmin && (
            <>
              <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate(id)}>
                {settings.test}
              </Button>
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="default" size="xs" px={8} aria-label={labels.more(url)}>
                    <IconDots size={16} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setOpen('edit')}>{texts.edit}</Menu.Item>
                  <Menu.Item onClick={() => turn.mutate({ id, disabled: disabledFor === null })}>
                    {disabledFor === null ? labels.disable : labels.enable}
                  </Menu.Item>
                  <Menu.Item onClick={() => setOpen('rotate')}>{labels.rotate}</Menu.Item>
                  <Menu.Item color="red" onClick={() => setOpen('delete')}>
                    {texts.delete}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </>
          )}
        </Group>
      </Group>
      {test.data && (
        <Alert
          role="status"
          mt="sm"
          color={test.data.ok ? 'teal' : 'red'}
          title={test.data.ok ? labels.testOk : labels.testFailed}
        >
          {outcomeOf(test.data, labels)}
        </Alert>
      )}
      {open === 'edit' && <EndpointForm endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <Rotate endpoint={endpoint} onClose={close} />}
      {open === 'attempts' && <Attempts endpoint={endpoint} isAdmin={isAdmin} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={labels.deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(id)}
          onClose={close}
        >
          {labels.deleteText(url)}
        </Confirm>
      )}
    </Paper>
  );
}
