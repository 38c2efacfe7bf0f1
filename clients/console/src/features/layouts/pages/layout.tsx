import type { Schemas } from '@carillon/sdk';
import { Alert, Button, NativeSelect, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type SyntheticEvent, Suspense, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { notify } from '../../../ui/action';
import { ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { UnsavedChanges } from '../../../ui/unsaved-changes';
import { MailPreview } from '../../content';
import { type Brand, type Design, EmailEditor, applyBrand, newLayout, useBrand } from '../../email-editor';
import { useSaveLayout, useTemplate } from '../../templates';
import { useLayoutTexts } from '../texts';

const engines = ['simple', 'liquid'] as const;

interface Written {
  name: string;
  engine: Schemas['TemplateDetail']['engine'];
  design: Design;
}

/** Edits a layout. A new one begins with the brand of the account around its content. */
export function LayoutPage() {
  const { layoutId } = useParams({ from: '/templates/layouts/$layoutId' });
  const isNew = layoutId === 'new';
  const layout = useTemplate(isNew ? null : layoutId);
  const brand = useBrand();
  if (isNew) return brand.isPending ? <Loading /> : <Editor key="new" {...begun(brand.data)} />;
  if (layout.error && !layout.data)
    return <ErrorNote error={layout.error} retry={() => void layout.refetch()} />;
  // The editor begins with the version that is stored now.
  if (!layout.data || !layout.isFetchedAfterMount) return <Loading />;
  return <Editor key={layoutId} {...opened(layout.data)} />;
}

const begun = (brand: Brand | undefined): EditorProps => ({
  saved: null,
  written: { name: '', engine: 'simple', design: brand ? applyBrand(newLayout(), brand) : newLayout() },
});

const opened = (template: Schemas['TemplateDetail']): EditorProps => ({
  saved: template,
  written: { name: template.name, engine: template.engine, design: template.emailDesign ?? newLayout() },
});

interface EditorProps {
  /** Null: a new layout. */
  saved: Pick<Schemas['TemplateDetail'], '_id' | 'version' | 'name' | 'message'> | null;
  written: Written;
}

function Editor({ saved: initial, written: begin }: EditorProps) {
  const texts = useTexts();
  const own = useLayoutTexts();
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const [saved, setSaved] = useState(initial);
  const [stored, setStored] = useState(begin);
  const [written, setWritten] = useState(begin);
  const { name, engine, design } = written;
  const isChanged = JSON.stringify(written) !== JSON.stringify(stored);
  const save = useSaveLayout({
    silent: true,
    done: (template, { body: { emailDesign, ...sent } }) => {
      setSaved(template);
      setStored({ ...sent, design: emailDesign });
      notify(texts, saved ? own.saved : own.created);
      if (!saved)
        return navigate({
          to: '/templates/layouts/$layoutId',
          params: { layoutId: template._id },
          replace: true,
          ignoreBlocker: true,
        });
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate({ saved, body: { name: name.trim(), engine, emailDesign: design } });
  };
  const change = (changed: Partial<Written>): void => setWritten((before) => ({ ...before, ...changed }));
  return (
    <>
      <form onSubmit={submit}>
        <PageHead
          title={saved?.name ?? texts.templates.newLayout}
          above={<WayBack to="/templates/layouts">{texts.templates.layouts}</WayBack>}
        >
          {mayWrite && (
            <Button
              type="submit"
              loading={save.isPending}
              disabled={name.trim() === '' || (saved !== null && !isChanged)}
            >
              {texts.save}
            </Button>
          )}
        </PageHead>
        <Stack mb="md">
          {!mayWrite && <Alert color="gray">{texts.identity.mayOnlyRead}</Alert>}
          {save.error && <ErrorNote error={save.error} />}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={own.name}
              value={name}
              maxLength={255}
              readOnly={!mayWrite}
              required
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <NativeSelect
              label={own.engine}
              description={own.engineHint}
              value={engine}
              disabled={!mayWrite}
              data={engines.map((value) => ({ value, label: own.engines[value] }))}
              onChange={({ currentTarget: { value } }) =>
                change({ engine: value === 'liquid' ? 'liquid' : 'simple' })
              }
            />
          </SimpleGrid>
        </Stack>
      </form>
      {mayWrite ? (
        <Suspense fallback={<Skeleton height={416} />}>
          <EmailEditor
            design={design}
            placeholders={[]}
            nameField={null}
            engine={engine}
            isLayout
            onChange={(after) => change({ design: after })}
          />
        </Suspense>
      ) : (
        <MailPreview html={saved?.message ?? ''} title={name} isNarrow={false} />
      )}
      <UnsavedChanges isUnsaved={isChanged} />
    </>
  );
}
