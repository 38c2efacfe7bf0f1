import type { Schemas } from '@carillon/sdk';
import { Button, Paper, Stack, Table, Text } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { Empty, ErrorNote, Listing, Loading, PageHead } from '../../../ui/page';
import { PeopleNav, useGroups } from '../../people';
import { useSignUpForms } from '../api/forms';

/** All sign-up forms, with the groups that people join. */
export function SignUpFormsPage() {
  const { signUpForms: texts, identity } = useTexts();
  const mayWrite = useMay('write');
  const forms = useSignUpForms();
  const groups = useGroups();
  const create = mayWrite && (
    <Button component={Link} to="/people/sign-up-forms/new" leftSection={<IconPlus size={16} />}>
      {texts.new}
    </Button>
  );
  return (
    <>
      <PageHead title={texts.title}>{create}</PageHead>
      <PeopleNav />
      {forms.isPending ? (
        <Loading />
      ) : forms.isLoadingError ? (
        <ErrorNote error={forms.error} retry={() => void forms.refetch()} />
      ) : forms.data.length === 0 ? (
        <Empty icon={<IconForms size={44} stroke={1.4} />} title={texts.emptyTitle} action={create}>
          {texts.emptyText} {!mayWrite && identity.mayOnlyRead}
        </Empty>
      ) : (
        <Stack>
          <Text size="sm" c="dimmed">
            {texts.lead}
          </Text>
          <Paper className="pane" p={0}>
            <Listing minWidth={560} heads={[texts.name, texts.group, texts.changed]}>
              {forms.data.map((form) => (
                <FormRow key={form._id} form={form} groups={groups.data ?? []} />
              ))}
            </Listing>
          </Paper>
        </Stack>
      )}
    </>
  );
}

interface FormRowProps {
  form: Schemas['SignUpForm'];
  groups: readonly Schemas['Group'][];
}

function FormRow({ form, groups }: FormRowProps) {
  const { day } = useFormat();
  const { _id: formId, name, title, group: groupId, updatedAt } = form;
  const group = groups.find(({ _id }) => _id === groupId);
  return (
    <Table.Tr>
      <Table.Td>
        <Link className="row-link" to="/people/sign-up-forms/$formId" params={{ formId }}>
          {name}
        </Link>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {title}
        </Text>
      </Table.Td>
      <Table.Td>
        {group && (
          <Link className="text-link" to="/people/$groupId" params={{ groupId }}>
            {group.name}
          </Link>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{day(updatedAt)}</Table.Td>
    </Table.Tr>
  );
}
