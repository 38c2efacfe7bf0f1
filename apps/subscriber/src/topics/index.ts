import { type Feature, noteRelay } from '@carillon/mongo';
import { EditTopics } from './edit-topics';
import { TopicRecord, TopicSchema, Topics } from './topics';
import { TopicsController } from './topics.controller';

export { Topics } from './topics';

/** Topics that people can leave. */
export const topics: Feature = {
  collections: [{ name: TopicRecord.name, schema: TopicSchema }],
  controllers: [TopicsController],
  providers: [noteRelay(TopicRecord), Topics, EditTopics],
};
