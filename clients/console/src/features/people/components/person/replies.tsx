import type { Schemas } from '@carillon/sdk';
import { useTexts } from '../../../../texts';
import { usePeopleTexts } from '../../texts';
import { ListingPane } from '../../../../ui/page';
import { ReplyRow } from '../reply-row';
import { Section } from './section';

type Person = Schemas['PersonalData'];

/** The person's messages. People without a phone number have none. */
export function Replies({ messages }: { messages: Person['inboundMessages'] }) {
  const texts = useTexts();
  const { replies } = usePeopleTexts();
  if (messages.length === 0) return null;
  const { text, meaning, received } = replies;
  return (
    <Section title={replies.title}>
      <ListingPane minWidth={640} heads={[texts.report.channel, text, meaning, received, texts.actions]}>
        {messages.map((each) => (
          <ReplyRow key={each._id} message={each} />
        ))}
      </ListingPane>
    </Section>
  );
}
