import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Leaf } from '../design/blocks';
import { networks } from '../design/blocks';
import { useEditorTexts } from '../texts';

type Links = Extract<Leaf, { type: 'social' }>['links'];

interface SocialLinksProps {
  links: Links;
  /** The most links that can be added. */
  most: number;
  onChange: (links: Links) => void;
  /** Whether links can be neither added nor removed. */
  isReadOnly?: boolean;
}

/** Links to places of the sender, such as social networks. */
export function SocialLinks({ links, most, onChange, isReadOnly = false }: SocialLinksProps) {
  const texts = useEditorTexts();
  const set = (index: number, changed: Partial<Links[number]>): void =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...changed } : link)));
  return (
    <>
      {links.map(({ network, href }, index) => (
        // Links have no IDs, and are not moved.
        <Stack key={index} gap={4}>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <NativeSelect
              label={texts.network}
              value={network}
              data={networks.map((value) => ({ value, label: texts.networks[value] }))}
              onChange={(event) => set(index, { network: event.currentTarget.value as typeof network })}
              flex={1}
            />
            {!isReadOnly && (
              <Button
                variant="default"
                size="sm"
                aria-label={texts.removeLinkTo(texts.networks[network])}
                onClick={() => onChange(links.toSpliced(index, 1))}
              >
                {texts.remove}
              </Button>
            )}
          </Group>
          <LinkAddress value={href} onChange={(changed) => set(index, { href: changed })} />
        </Stack>
      ))}
      {links.length < most && !isReadOnly && (
        <Button
          variant="default"
          size="xs"
          onClick={() => onChange([...links, { network: 'website', href: '' }])}
        >
          {texts.addLink}
        </Button>
      )}
    </>
  );
}

interface LinkAddressProps {
  value: string;
  onChange: (href: string) => void;
}

export function LinkAddress({ value, onChange }: LinkAddressProps) {
  const texts = useEditorTexts();
  return (
    <TextInput
      label={texts.href}
      placeholder="https://"
      value={value}
      maxLength={2_000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
