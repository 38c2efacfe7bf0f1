import type { Schemas } from '@carillon/sdk';
import { IconMessageCircle } from '@tabler/icons-react';
import { useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { AddressList, useAddressFilter } from '../components/address-list';
import { Empty, PageHead } from '../../../ui/page';
import { ReplyRow } from '../components/reply-row';
import { useReplies } from '../api/replies';

const meanings = ['NONE', 'STOP', 'START', 'HELP'] as const;
/** The channels on which people can write back. */
const channels = ['SMS', 'WHATSAPP'] as const;

/** Replies by SMS and WhatsApp, with a button to opt out their senders. */
export function RepliesPage() {
  const texts = useTexts();
  const { replies, group } = usePeopleTexts();
  const by = useAddressFilter<(typeof channels)[number], (typeof meanings)[number]>();
  const { kind: meaning, ...narrowed } = by.narrowed;
  const list = useReplies({ ...narrowed, ...(meaning && { meaning }) });
  return (
    <>
      <PageHead title={replies.title} />
      <AddressList<Schemas['InboundMessage'], (typeof channels)[number], (typeof meanings)[number]>
        lead={replies.lead}
        by={by}
        list={list}
        channels={channels}
        kinds={{
          label: replies.meaning,
          any: replies.anyMeaning,
          names: replies.meanings,
          values: meanings,
        }}
        empty={
          <Empty icon={<IconMessageCircle size={44} stroke={1.4} />} title={replies.emptyTitle}>
            {replies.emptyText}
          </Empty>
        }
        noMatch={replies.noMatch}
        minWidth={720}
        heads={[group.address, replies.text, replies.meaning, replies.received, texts.actions]}
      >
        {(each) => <ReplyRow key={each._id} message={each} hasAddress />}
      </AddressList>
    </>
  );
}
