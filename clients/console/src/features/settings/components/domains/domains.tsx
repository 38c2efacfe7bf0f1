import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Collapse, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconWorldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../../app/session/session';
import { useFormat, useTexts } from '../../../../texts';
import { Confirm } from '../../../../ui/confirm';
import { ManagedList } from '../../../../ui/managed-list';
import { NameDialog } from '../../../../ui/name-dialog';
import { type DomainApi, ownDomains } from '../../api/domains';
import { DnsRecords } from './dns-records';
import { type DomainTexts, useDomainTexts } from './domain-texts';

/** The limit of the API. */
const MAX_DOMAIN = 200;

/** The domains of From addresses. */
export function Domains() {
  return <DomainList api={ownDomains} labels={useDomainTexts()} mayEdit={useMay('admin')} />;
}

interface DomainListProps {
  api: DomainApi;
  labels: DomainTexts;
  mayEdit: boolean;
}

/** The domains of an owner. */
export function DomainList({ api, labels, mayEdit }: DomainListProps) {
  return (
    <ManagedList
      list={api.useDomains()}
      icon={<IconWorldCheck size={40} />}
      labels={labels}
      mayAdd={mayEdit}
      entry={(each) => (
        <DomainPane key={each._id} domain={each} api={api} labels={labels} mayEdit={mayEdit} />
      )}
      form={(close) => <AddDomain api={api} labels={labels} onClose={close} />}
    />
  );
}

function AddDomain({ api, labels, onClose }: Omit<DomainListProps, 'mayEdit'> & { onClose: () => void }) {
  const { mutate, isPending, error } = api.useCreateDomain({ silent: true });
  const action = { mutate: (name: string) => mutate(name, { onSuccess: onClose }), isPending, error };
  return (
    <NameDialog
      title={labels.add}
      text={labels.nameText}
      label={labels.name}
      maxLength={MAX_DOMAIN}
      verb={labels.add}
      action={action}
      onClose={onClose}
    />
  );
}

const colors = { PENDING: 'gray', INCOMPLETE: 'yellow', OK: 'teal' } as const;

function DomainPane({
  domain,
  api,
  labels,
  mayEdit,
}: DomainListProps & { domain: Schemas['OperatorDomain'] }) {
  const texts = useTexts();
  const { time } = useFormat();
  const { _id: id, domain: name, state, checkedAt } = domain;
  const [isOpen, records] = useDisclosure(state !== 'OK');
  const [asked, setAsked] = useState<'rotate' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const check = api.useCheckDomain();
  const rotate = api.useRotateDomain({ silent: true });
  const remove = api.useDeleteDomain({ silent: true });
  return (
    <Paper className="pane" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 260px">
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Badge variant="light" tt="none" radius="sm" color={colors[state]}>
              {labels.states[state]}
            </Badge>
          </Group>
          {checkedAt !== null && (
            <Text size="sm" c="dimmed" role="status">
              {labels.checked(time(checkedAt))}
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={records.toggle}>
            {labels.show}
          </Button>
          {mayEdit && (
            <>
              <Button variant="default" size="xs" loading={check.isPending} onClick={() => check.mutate(id)}>
                {labels.check}
              </Button>
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="default" size="xs" px={8} aria-label={labels.more(name)}>
                    <IconDots size={16} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setAsked('rotate')}>{labels.rotate}</Menu.Item>
                  <Menu.Item color="red" onClick={() => setAsked('delete')}>
                    {texts.delete}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </>
          )}
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        <DnsRecords domain={domain} labels={labels} />
      </Collapse>
      {asked === 'rotate' && (
        <Confirm
          title={labels.rotateTitle}
          verb={labels.rotate}
          action={() => rotate.mutateAsync(id)}
          onClose={close}
        >
          {labels.rotateText}
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title={labels.deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(id)}
          onClose={close}
        >
          {labels.deleteText(name)}
        </Confirm>
      )}
    </Paper>
  );
}
